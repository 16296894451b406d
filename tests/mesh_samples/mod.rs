//! The same square in every kind of mesh file, and glTF files to change part by part.

use std::collections::BTreeMap;

/// A floor of 3 x 3, in two triangles.
pub const SQUARE_OBJ: &str = "v 0 0 0\nv 0 0 3\nv 3 0 3\nv 3 0 0\nf 1 2 3\nf 1 3 4\n";

const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [0.0, 0.0, 3.0], [3.0, 0.0, 3.0], [3.0, 0.0, 0.0]];
const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

pub fn text_stl() -> String {
    let mut text = String::from("solid square\n");
    for triangle in TRIANGLES {
        text += "facet normal 0 1 0\nouter loop\n";
        for [x, y, z] in triangle.map(|corner| CORNERS[corner]) {
            text += &format!("vertex {x} {y} {z}\n");
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid square\n"
}

pub fn binary_stl(header: &[u8]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, 0);
    bytes.extend((TRIANGLES.len() as u32).to_le_bytes());
    for triangle in TRIANGLES {
        bytes.extend([0.0f32, 1.0, 0.0].map(f32::to_le_bytes).concat());
        bytes.extend(triangle.iter().flat_map(|&corner| CORNERS[corner]).flat_map(f32::to_le_bytes));
        bytes.extend([0, 0]);
    }
    bytes
}

/// With a property that is of no use here.
pub fn ply(format: &str) -> Vec<u8> {
    let mut bytes = format!(
        "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         {}element face 2\nproperty list uchar int vertex_indices\nend_header\n",
        if format == "ascii" { "property uchar quality\n" } else { "" }
    )
    .into_bytes();
    let little = format == "binary_little_endian";
    for corner in CORNERS {
        match format {
            "ascii" => bytes.extend(format!("{} {} {} 9\n", corner[0], corner[1], corner[2]).bytes()),
            _ => bytes.extend(corner.iter().flat_map(|n| if little { n.to_le_bytes() } else { n.to_be_bytes() })),
        }
    }
    for triangle in TRIANGLES.map(|triangle| triangle.map(|corner| corner as i32)) {
        if format == "ascii" {
            bytes.extend(format!("3 {} {} {}\n", triangle[0], triangle[1], triangle[2]).bytes());
            continue;
        }
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|n| if little { n.to_le_bytes() } else { n.to_be_bytes() }));
    }
    bytes
}

/// A glTF file by its top-level fields and its bytes.
#[derive(Clone)]
pub struct Gltf {
    fields: BTreeMap<String, String>,
    /// The fields of each buffer view.
    pub views: Vec<String>,
    pub binary: Vec<u8>,
}

impl Gltf {
    /// One node with the square: four corners as floats, six indices as bytes.
    pub fn square() -> Self {
        let mut gltf = Self { fields: BTreeMap::new(), views: Vec::new(), binary: Vec::new() };
        gltf.append(&CORNERS.as_flattened().iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>());
        gltf.append(&TRIANGLES.as_flattened().iter().map(|&n| n as u8).collect::<Vec<u8>>());
        gltf.with("asset", r#"{"version": "2.0"}"#)
            .with("nodes", r#"[{"mesh": 0}]"#)
            .with("meshes", r#"[{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}]"#)
            .with(
                "accessors",
                r#"[{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [3, 0, 3]},
                    {"bufferView": 1, "componentType": 5121, "count": 6, "type": "SCALAR"}]"#,
            )
    }

    /// The same file with another field.
    pub fn with(&self, field: &str, value: &str) -> Self {
        let mut other = self.clone();
        other.fields.insert(field.into(), value.into());
        other
    }

    /// Adds bytes, and gives the number of their view.
    pub fn append(&mut self, bytes: &[u8]) -> usize {
        self.views.push(format!(r#""buffer": 0, "byteOffset": {}, "byteLength": {}"#, self.binary.len(), bytes.len()));
        self.binary.extend(bytes);
        self.views.len() - 1
    }

    /// Replaces the indices, which come last, and their count.
    pub fn set_indices(&mut self, indices: &[u8]) {
        self.binary.truncate(48);
        self.views.truncate(1);
        self.append(indices);
        let accessors = self.fields["accessors"].replace("\"count\": 6", &format!("\"count\": {}", indices.len()));
        self.fields.insert("accessors".into(), accessors);
    }

    /// The JSON text, whose buffer is at this URI.
    pub fn json(&self, uri: Option<&str>) -> String {
        let views: Vec<String> = self.views.iter().map(|view| format!("{{{view}}}")).collect();
        let uri = uri.map_or(String::new(), |uri| format!(r#", "uri": "{uri}""#));
        let mut fields = self.fields.clone();
        fields.entry("bufferViews".into()).or_insert(format!("[{}]", views.join(", ")));
        let buffer = format!(r#"[{{"byteLength": {}{uri}}}]"#, self.binary.len());
        fields.entry("buffers".into()).or_insert(buffer);
        let fields: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\": {value}")).collect();
        format!("{{{}}}", fields.join(", "))
    }

    pub fn json_with_data_uri(&self) -> String {
        self.json(Some(&format!("data:application/octet-stream;base64,{}", base64(&self.binary))))
    }

    pub fn glb(&self) -> Vec<u8> {
        glb(self.json(None).as_bytes(), &self.binary)
    }
}

/// A GLB of these two chunks.
pub fn glb(json: &[u8], binary: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8; 4], content: &[u8], filler: u8| {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(4), filler);
        [&(content.len() as u32).to_le_bytes(), &kind[..], &content].concat()
    };
    let chunks = [chunk(b"JSON", json, b' '), chunk(b"BIN\0", binary, 0)].concat();
    let length = (12 + chunks.len()) as u32;
    [b"glTF", &2u32.to_le_bytes()[..], &length.to_le_bytes()[..], &chunks].concat()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().chain([&0; 2]).take(3).fold(0u32, |bits, &byte| bits << 8 | u32::from(byte));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}
