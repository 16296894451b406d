//! The scene graph: which models are seen, and where.

use super::chunks::Outline;
use super::place::Placement;
use crate::io::voxels::VoxelError;
use crate::io::voxels::size::at_most;
use dot_vox::{Dict, DotVoxData, SceneNode};
use std::collections::HashMap;

/// The most nodes on all ways through the graph: 2^20.
const MAX_STEPS: u64 = 1 << 20;
/// The byte of the rotation that turns nothing.
const NO_ROTATION: u8 = 0b100;

/// A model in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub model: usize,
    pub placement: Placement,
}

/// What is to be done next.
enum Step {
    Enter(u32, Placement),
    Leave(usize),
}

/// The visible instances, depth first, children in order. What is hidden, by its node or its layer, is left out with
/// everything below it; of several frames the first one counts. Both are said in `notes`.
///
/// # Errors
/// Nodes or models that are missing, numbers that are given twice, a node that reaches itself, places that are none.
pub fn instances(data: &DotVoxData, outline: &Outline, notes: &mut Vec<String>) -> Result<Vec<Instance>, VoxelError> {
    let mut numbers = HashMap::new();
    for (index, &node) in outline.nodes.iter().enumerate() {
        if numbers.insert(node, index).is_some() {
            return Err(VoxelError::AtNode { node, reason: "the same number a second time".into() });
        }
    }
    let hidden_layers: Vec<u32> = outline
        .layers
        .iter()
        .zip(&data.layers)
        .filter(|(_, layer)| layer.attributes.get("_hidden").is_some_and(|hidden| hidden == "1"))
        .map(|(&number, _)| number)
        .collect();
    let mut walk = Walk { data, hidden_layers, instances: Vec::new(), told: Told::default() };
    let mut on_the_way = vec![false; data.scenes.len()];
    let root = if numbers.contains_key(&0) { 0 } else { outline.nodes[0] };
    let mut steps = vec![Step::Enter(root, Placement::default())];
    let mut count = 0;
    while let Some(step) = steps.pop() {
        let (node, placement) = match step {
            Step::Enter(node, placement) => (node, placement),
            Step::Leave(index) => {
                on_the_way[index] = false;
                continue;
            }
        };
        let bad = |reason: String| VoxelError::AtNode { node, reason };
        let Some(&index) = numbers.get(&node) else { return Err(bad("nothing is there, but it is named".into())) };
        if on_the_way[index] {
            return Err(bad("a way back to itself".into()));
        }
        on_the_way[index] = true;
        count += 1;
        steps.push(Step::Leave(index));
        let below = walk.visit(index, placement).map_err(bad)?;
        // Counted as they are put down, not as they are taken up, so that the list stays short too.
        at_most("scene nodes on all ways", count + steps.len() as u64 + below.len() as u64, MAX_STEPS)?;
        steps.extend(below.into_iter().rev().map(|(child, placement)| Step::Enter(child, placement)));
    }
    walk.told.write(notes);
    Ok(walk.instances)
}

struct Walk<'a> {
    data: &'a DotVoxData,
    hidden_layers: Vec<u32>,
    instances: Vec<Instance>,
    told: Told,
}

impl Walk<'_> {
    /// Adds what a node shows, and gives the nodes below it with their placements.
    fn visit(&mut self, index: usize, placement: Placement) -> Result<Vec<(u32, Placement)>, String> {
        let data = self.data;
        match &data.scenes[index] {
            SceneNode::Transform { attributes, frames, child, layer_id } => {
                if is_hidden(attributes) {
                    self.told.hidden_nodes += 1;
                    return Ok(Vec::new());
                }
                if self.hidden_layers.contains(layer_id) {
                    self.told.on_hidden_layers += 1;
                    return Ok(Vec::new());
                }
                self.told.frames += frames.len().saturating_sub(1);
                let own = frames.first().map_or(Ok(Placement::default()), |frame| read_placement(&frame.attributes))?;
                Ok(vec![(*child, placement.of(&own))])
            }
            SceneNode::Group { attributes, children } => {
                if is_hidden(attributes) {
                    self.told.hidden_nodes += 1;
                    return Ok(Vec::new());
                }
                Ok(children.iter().map(|&child| (child, placement)).collect())
            }
            SceneNode::Shape { models, .. } => {
                self.told.frames += models.len().saturating_sub(1);
                if let Some(shown) = models.first() {
                    let model = shown.model_id as usize;
                    if model >= data.models.len() {
                        return Err(format!("model {model} of {}", data.models.len()));
                    }
                    self.instances.push(Instance { model, placement });
                }
                Ok(Vec::new())
            }
        }
    }
}

/// Counts of what is left out.
#[derive(Default)]
struct Told {
    hidden_nodes: usize,
    on_hidden_layers: usize,
    frames: usize,
}

impl Told {
    fn write(&self, notes: &mut Vec<String>) {
        for (what, count) in [
            ("hidden nodes", self.hidden_nodes),
            ("nodes on hidden layers", self.on_hidden_layers),
            ("frames beyond the first", self.frames),
        ] {
            if count > 0 {
                notes.push(format!("{what} left out: {count}"));
            }
        }
    }
}

fn is_hidden(attributes: &Dict) -> bool {
    attributes.get("_hidden").is_some_and(|hidden| hidden == "1")
}

/// Reads a frame's `_r` and `_t`. dot_vox would panic for a rotation that is none, and pass over a place that is none.
fn read_placement(attributes: &Dict) -> Result<Placement, String> {
    let rotation = match attributes.get("_r") {
        Some(text) => text.trim().parse().map_err(|_| format!("the rotation {:?}", short(text)))?,
        None => NO_ROTATION,
    };
    let translation = match attributes.get("_t") {
        Some(text) => {
            let parts = text.split_whitespace().map(str::parse).collect::<Result<Vec<i32>, _>>();
            let parts = parts.ok().and_then(|parts| <[i32; 3]>::try_from(parts).ok());
            parts.ok_or_else(|| format!("the translation {:?}", short(text)))?
        }
        None => [0; 3],
    };
    Placement::new(rotation, translation).ok_or_else(|| format!("the rotation {rotation}, which is none,"))
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}
