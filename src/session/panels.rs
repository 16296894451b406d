//! Which tabs of the window's panels are open.

/// What the left panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LeftTab {
    Scene,
    #[default]
    Settings,
    Volumes,
}

impl LeftTab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Scene, "Scene"), (Self::Settings, "Settings"), (Self::Volumes, "Volumes")];
}

/// What the right panel shows of what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RightTab {
    #[default]
    Column,
    History,
    Why,
    Triangle,
}

impl RightTab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 4] =
        [(Self::Column, "Column"), (Self::History, "History"), (Self::Why, "Why"), (Self::Triangle, "Triangle")];
}

/// What the bottom panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BottomTab {
    #[default]
    Messages,
    Reasons,
    Sweep,
    Compare,
    Charts,
    Section,
    Pieces,
    Dropped,
    Replay,
}

impl BottomTab {
    /// All of them, with what a person reads.
    pub const ALL: [(Self, &str); 9] = [
        (Self::Messages, "Messages"),
        (Self::Reasons, "Reasons"),
        (Self::Charts, "Charts"),
        (Self::Section, "Section"),
        (Self::Pieces, "Pieces"),
        (Self::Dropped, "Dropped pieces"),
        (Self::Replay, "Replay"),
        (Self::Sweep, "Sweep"),
        (Self::Compare, "Compare"),
    ];
}

/// A tab of one of the panels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelTab {
    Left(LeftTab),
    Right(RightTab),
    Bottom(BottomTab),
}

impl PanelTab {
    /// All of them, those of the left panel first, with what a person reads.
    fn all() -> impl Iterator<Item = (Self, &'static str)> {
        let left = LeftTab::ALL.map(|(tab, label)| (Self::Left(tab), label));
        let right = RightTab::ALL.map(|(tab, label)| (Self::Right(tab), label));
        let bottom = BottomTab::ALL.map(|(tab, label)| (Self::Bottom(tab), label));
        left.into_iter().chain(right).chain(bottom)
    }

    /// The name in files and on the command line: its label in lower case, with a hyphen for a space.
    pub fn name(self) -> String {
        Self::all().find(|(tab, _)| *tab == self).map_or_else(String::new, |(_, label)| name_of(label))
    }

    /// The panel that it is in: left, right or bottom.
    pub fn panel(self) -> &'static str {
        match self {
            Self::Left(_) => "left",
            Self::Right(_) => "right",
            Self::Bottom(_) => "bottom",
        }
    }

    /// The tab with this [`PanelTab::name`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|(_, label)| name_of(label) == name).map(|(tab, _)| tab)
    }

    /// The names of all tabs.
    pub fn names() -> Vec<String> {
        Self::all().map(|(_, label)| name_of(label)).collect()
    }
}

fn name_of(label: &str) -> String {
    label.to_lowercase().replace(' ', "-")
}

/// The open tab of each panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Panels {
    pub left: LeftTab,
    pub right: RightTab,
    pub bottom: BottomTab,
    /// The 3D view has the whole window.
    pub hidden: bool,
}

impl Panels {
    /// The same with a tab open.
    #[must_use]
    pub fn with_tab(mut self, tab: PanelTab) -> Self {
        match tab {
            PanelTab::Left(tab) => self.left = tab,
            PanelTab::Right(tab) => self.right = tab,
            PanelTab::Bottom(tab) => self.bottom = tab,
        }
        self
    }
}
