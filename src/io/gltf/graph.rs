//! The nodes that a glTF shows, and where they are.

use super::{Affine, GltfError, Pose};
use gltf::json::scene::Node;
use gltf::json::{Index, Root};

/// The nodes of the scene that is shown first, each before its children, with their transforms to the world: of the file's
/// own choice, else of the first scene, else below all roots.
///
/// # Errors
/// A node that does not exist, that has two parents, or that is among its own children: also where it is not shown.
pub fn placed_nodes(root: &Root, poses: &[Pose]) -> Result<Vec<(usize, Affine)>, GltfError> {
    let roots = check_forest(root)?;
    let scene = match root.scene {
        Some(index) => Some(root.get(index).ok_or_else(|| GltfError::no_such("scene", index, "file", 0))?),
        None => root.scenes.first(),
    };
    let mut shown = vec![false; root.nodes.len()];
    let top = scene.map_or(roots, |scene| scene.nodes.iter().map(Index::value).collect());
    // Not by recursion: a chain of nodes can be as deep as the file is long.
    let mut waiting: Vec<(usize, Affine)> = top.into_iter().rev().map(|node| (node, Affine::IDENTITY)).collect();
    let mut placed = Vec::new();
    while let Some((node, parent)) = waiting.pop() {
        let Some(is_shown) = shown.get_mut(node) else {
            return Err(GltfError::NoSuch { what: "node", index: node, from: "scene", number: 0 });
        };
        if std::mem::replace(is_shown, true) {
            return Err(GltfError::TwoParents { node });
        }
        let to_world = poses.get(node).map_or(parent, |pose| parent.after(&Affine::of(pose)));
        placed.push((node, to_world));
        waiting.extend(children(&root.nodes[node]).rev().map(|child| (child, to_world)));
    }
    Ok(placed)
}

/// Checks that all nodes are trees, and gives their roots.
fn check_forest(root: &Root) -> Result<Vec<usize>, GltfError> {
    let mut is_child = vec![false; root.nodes.len()];
    for (number, node) in root.nodes.iter().enumerate() {
        for child in children(node) {
            let Some(is_child) = is_child.get_mut(child) else {
                return Err(GltfError::NoSuch { what: "node", index: child, from: "node", number });
            };
            if std::mem::replace(is_child, true) {
                return Err(GltfError::TwoParents { node: child });
            }
        }
    }
    // With one parent each, what no root leads to goes in circles.
    let roots: Vec<usize> = (0..root.nodes.len()).filter(|&node| !is_child[node]).collect();
    let mut is_reached = vec![false; root.nodes.len()];
    let mut waiting = roots.clone();
    while let Some(node) = waiting.pop() {
        is_reached[node] = true;
        waiting.extend(children(&root.nodes[node]));
    }
    match is_reached.iter().position(|reached| !reached) {
        Some(node) => Err(GltfError::Circle { node }),
        None => Ok(roots),
    }
}

fn children(node: &Node) -> impl DoubleEndedIterator<Item = usize> {
    node.children.iter().flatten().map(Index::value)
}
