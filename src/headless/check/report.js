// Each comparison has a mode, chosen by its buttons, and a place of the slider. Without this script the pictures are
// shown half and half.
for (const compare of document.querySelectorAll(".compare")) {
  const buttons = compare.querySelectorAll("button");
  const range = compare.querySelector("input");
  const pictures = compare.querySelector(".pictures");
  const choose = (mode) => {
    compare.dataset.mode = mode;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.value === mode));
  };
  const slide = (percent) => {
    range.value = percent;
    pictures.style.setProperty("--at", percent + "%");
  };
  for (const button of buttons) button.addEventListener("click", () => choose(button.value));
  range.addEventListener("input", () => slide(range.value));
  const follow = (event) => {
    if (compare.dataset.mode !== "slide" || event.buttons !== 1) return;
    const box = pictures.getBoundingClientRect();
    slide(Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100)));
    event.preventDefault();
  };
  pictures.addEventListener("pointerdown", follow);
  pictures.addEventListener("pointermove", follow);
  choose("slide");
  slide(50);
}
