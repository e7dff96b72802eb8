// From light to picture: brush strokes, glow, tone, grain.
uniform sampler2D composed;

const float EXPOSURE = 3.0;

out vec4 painted;

vec3 toned(vec3 c) {
  c *= EXPOSURE;
  return pow((c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14), vec3(1.0 / 2.2));
}

float brightnessOf(vec3 c) {
  return dot(c, vec3(0.3, 0.59, 0.11));
}

float grain(vec2 p) {
  return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453);
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy), size = textureSize(composed, 0), last = size - 1;
  int radius = max(2, size.y / 260);
  // Eight overlapping sectors of the neighbourhood, each counted by how even it is: flat strokes and
  // sharp edges, as of a broad brush (Papari et al., generalised Kuwahara filter, 2007).
  vec3 sums[8], squares[8];
  float counts[8];
  for (int k = 0; k < 8; k++) { sums[k] = vec3(0); squares[k] = vec3(0); counts[k] = 0.0; }
  for (int y = -radius; y <= radius; y++) {
    for (int x = -radius; x <= radius; x++) {
      float square = float(x * x + y * y) / float(radius * radius);
      if (square > 1.0) continue;
      vec3 c = toned(texelFetch(composed, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).rgb);
      for (int k = 0; k < 8; k++) {
        float angle = 0.785398 * float(k);
        float along = square == 0.0 ? 0.6 : max(0.0, dot(normalize(vec2(x, y)), vec2(cos(angle), sin(angle))));
        float weight = along * along * along * exp(-1.2 * square);
        sums[k] += c * weight;
        squares[k] += c * c * weight;
        counts[k] += weight;
      }
    }
  }
  vec3 c = vec3(0);
  float total = 0.0;
  for (int k = 0; k < 8; k++) {
    vec3 mean = sums[k] / counts[k];
    float uneven = sqrt(dot(max(squares[k] / counts[k] - mean * mean, 0.0), vec3(1)));
    float weight = 1.0 / (1.0 + pow(uneven * 60.0, 6.0));
    c += mean * weight;
    total += weight;
  }
  c /= total;

  vec2 spot = (vec2(pixel) + 0.5) / vec2(size);
  vec3 glow = vec3(0);
  for (int level = 3; level <= 8; level++) {
    // A ring of taps hides the squares of the small images.
    for (int tap = 0; tap < 8; tap++) {
      float angle = 0.785398 * float(tap);
      vec2 off = vec2(cos(angle), sin(angle)) * 0.7 * exp2(float(level)) / vec2(size);
      vec3 far = textureLod(composed, spot + off, float(level)).rgb * EXPOSURE;
      glow += min(far, vec3(3)) / 48.0;
    }
  }
  c = 1.0 - (1.0 - c) * (1.0 - min(glow * 0.22, vec3(0.6)));

  float shade = smoothstep(0.25, 1.15, length((spot - vec2(0.5, 0.48)) * vec2(1.0, 0.95)) * 1.35);
  c *= 1.0 - 0.35 * shade;
  // Lights lean to amber; shadows to midnight blue, all the more where no lamp warms them.
  c += mix(vec3(0.006, 0.022, 0.045), vec3(0.02, 0.008, -0.02), smoothstep(0.0, 0.75, brightnessOf(c)));
  float dark = 1.0 - smoothstep(0.05, 0.42, brightnessOf(c));
  float cold = 1.0 - smoothstep(0.02, 0.16, max(0.0, c.r - c.b));
  c = mix(c, c * vec3(0.7, 0.94, 1.22) + vec3(0, 0, 0.012), dark * (0.35 + 0.65 * cold));
  c += (grain(vec2(pixel)) - 0.5) * 0.012;
  painted = vec4(c, 1);
}
