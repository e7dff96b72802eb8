// How each paint looks: its colour, how much it mirrors, and what light it gives.

struct Surface {
  vec3 albedo;
  float mirror; // strength of the glossy layer, 0 to 1
  float roughness;
  vec3 glow;
};

float hash(vec3 p) {
  p = fract(p * vec3(0.1031, 0.103, 0.0973));
  p += dot(p, p.yxz + 33.33);
  return fract((p.x + p.y) * p.z);
}

float noise(vec3 p) {
  vec3 cell = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  vec2 e = vec2(0, 1);
  return mix(
    mix(mix(hash(cell), hash(cell + e.yxx), f.x), mix(hash(cell + e.xyx), hash(cell + e.yyx), f.x), f.y),
    mix(mix(hash(cell + e.xxy), hash(cell + e.yxy), f.x), mix(hash(cell + e.xyy), hash(cell + e.yyy), f.x), f.y),
    f.z);
}

float brush(vec3 p) {
  return 0.5 * noise(p) + 0.3 * noise(p * 2.3 + 7.1) + 0.2 * noise(p * 5.1 + 3.7);
}

Surface surfaceOf(int paint, vec3 p, vec3 normal) {
  float stroke = brush(p * vec3(1.6, 0.9, 1.6));
  Surface s = Surface(vec3(0.5), 0.0, 0.3, vec3(0));
  switch (paint) {
    case WALL: {
      vec3 upper = vec3(0.72, 0.72, 0.68);
      vec3 lower = vec3(0.30, 0.405, 0.455);
      s.albedo = mix(lower, upper, step(0.98, p.y)) * (0.86 + 0.28 * stroke);
      break;
    }
    case ROOMWALL: s.albedo = vec3(0.50, 0.38, 0.26) * (0.88 + 0.24 * stroke); break;
    case CEILING: s.albedo = vec3(0.66, 0.68, 0.70) * (0.92 + 0.16 * stroke); break;
    case FLOOR: {
      float fleck = brush(p * vec3(3.0, 1.0, 1.2));
      float border = smoothstep(0.004, 0.0, abs(abs(p.x) - 1.2) - 0.045);
      s.albedo = mix(vec3(0.30, 0.33, 0.36), vec3(0.14, 0.24, 0.30), border) * (0.8 + 0.4 * fleck);
      s.mirror = 1.0;
      s.roughness = 0.09 + 0.06 * stroke;
      break;
    }
    case WOOD: {
      float grain = noise(vec3(p.x * 18.0, p.y * 1.3, p.z * 18.0) + 2.0 * noise(p * 2.0));
      s.albedo = mix(vec3(0.46, 0.27, 0.14), vec3(0.62, 0.40, 0.22), grain);
      s.mirror = 0.35;
      s.roughness = 0.25;
      break;
    }
    case FRAME: s.albedo = vec3(0.52, 0.58, 0.60) * (0.9 + 0.2 * stroke); break;
    case RAIL: s.albedo = vec3(0.40, 0.30, 0.21) * (0.85 + 0.3 * stroke); s.mirror = 0.4; s.roughness = 0.2; break;
    case SKIRTING: s.albedo = vec3(0.10, 0.17, 0.21); break;
    case METAL: s.albedo = vec3(0.42, 0.43, 0.44); s.mirror = 0.6; s.roughness = 0.2; break;
    case DARK: s.albedo = vec3(0.05); break;
    case PLATE: s.albedo = vec3(0.75, 0.78, 0.78); break;
    case LINEN: s.albedo = vec3(0.62, 0.58, 0.52); break;
    case BLANKET: s.albedo = vec3(0.20, 0.33, 0.38) * (0.8 + 0.4 * stroke); break;
    case CURTAIN: s.albedo = vec3(0.46, 0.52, 0.58) * (0.72 + 0.3 * sin(p.x * 60.0 + 2.0 * noise(p * 3.0))); break;
    case FABRIC: s.albedo = vec3(0.50, 0.27, 0.16) * (0.85 + 0.3 * stroke); break;
    case POT: s.albedo = vec3(0.62, 0.60, 0.57); break;
    case FOLIAGE: s.albedo = vec3(0.10, 0.26, 0.14) * (0.7 + 0.6 * stroke); s.mirror = 0.25; s.roughness = 0.35; break;
    case PICTURE: {
      s.albedo = mix(vec3(0.82, 0.74, 0.6), vec3(0.28, 0.46, 0.48), smoothstep(0.45, 0.6, brush(p * 7.0)));
      break;
    }
    case LAMP: s.albedo = vec3(0.5, 0.54, 0.52); break;
    case LITLAMP: s.albedo = vec3(0.4); s.glow = vec3(0.03, 0.32, 0.14); break;
  }
  return s;
}

vec3 skyOf(vec3 direction) {
  float height = direction.y;
  vec3 sky = mix(vec3(0.036, 0.066, 0.11), vec3(0.004, 0.012, 0.034), smoothstep(-0.02, 0.22, height));
  float beside = 1.0 - dot(direction, normalize(moonShown));
  sky += vec3(0.06, 0.08, 0.10) * exp(-beside * 900.0) + vec3(0.02, 0.03, 0.045) * exp(-beside * 40.0);
  sky = mix(sky, vec3(1.1, 1.08, 0.95), smoothstep(0.00022, 0.00018, beside));
  float hill = 0.005 + 0.03 * noise(vec3(direction.x * 14.0, 2.0, 0.0)) + 0.012 * noise(vec3(direction.x * 70.0, 5.0, 0.0));
  return mix(vec3(0.003, 0.009, 0.014), sky, smoothstep(hill - 0.003, hill + 0.003, height));
}
