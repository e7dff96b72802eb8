// Follows light backwards from the eye. One pass adds one sample to every pixel.

uniform ivec2 pictureSize;
uniform int sampleIndex;

layout(location = 0) out vec4 light;    // light that falls on the first matt surface, w: samples
layout(location = 1) out vec4 gloss;    // light mirrored by the first surface, and its own glow
layout(location = 2) out vec4 colour;   // colour of the first surface; w: its distance
layout(location = 3) out vec4 facing;   // direction of the first surface; w: samples

const vec3 LAMP_SEEN = vec3(7.0, 4.6, 2.2);

// Light arriving from a direction, after any number of matt reflections.
vec3 arriving(vec3 origin, vec3 towards, int bounces, bool seesLamps) {
  vec3 sum = vec3(0), strength = vec3(1);
  for (int bounce = 0; bounce < bounces; bounce++) {
    Hit hit = hitScene(origin, towards, FAR);
    if (seesLamps && hitsLamp(origin, towards, hit.distance)) return sum + strength * LAMP_SEEN;
    if (hit.paint < 0) return seesLamps ? sum + strength * skyOf(towards) : sum;
    vec3 p = origin + towards * hit.distance + hit.normal * 1e-3;
    Surface surface = surfaceOf(hit.paint, p, hit.normal);
    if (seesLamps) sum += strength * surface.glow;
    seesLamps = false;
    strength *= surface.albedo;
    sum += strength * direct(p, hit.normal);
    origin = p;
    towards = aroundNormal(hit.normal);
  }
  return sum;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  seed = uint(pixel.x) * 1973u + uint(pixel.y) * 9277u + uint(sampleIndex) * 26699u + 1u;
  random();
  // Every pixel is sampled at the same places, spread evenly (the R2 sequence), so that edges are straight.
  vec2 within = fract(0.5 + float(sampleIndex) * vec2(0.7548776662, 0.569840291));
  vec2 spot = (vec2(pixel) + within) / float(pictureSize.y);
  spot -= 0.5 * vec2(pictureSize) / float(pictureSize.y) + cameraShift;
  vec3 ahead = vec3(-sin(cameraYaw), 0, -cos(cameraYaw)), right = vec3(cos(cameraYaw), 0, -sin(cameraYaw));
  vec3 towards = normalize(ahead * cameraFocal + right * spot.x + vec3(0, spot.y, 0));

  Hit hit = hitScene(cameraEye, towards, FAR);
  light = vec4(0, 0, 0, 1);
  gloss = vec4(0);
  colour = vec4(0, 0, 0, min(hit.distance, 60.0));
  facing = vec4(hit.normal, 1);
  if (hitsLamp(cameraEye, towards, hit.distance)) { gloss.rgb = LAMP_SEEN; return; }
  if (hit.paint < 0) { gloss.rgb = skyOf(towards); return; }

  vec3 p = cameraEye + towards * hit.distance + hit.normal * 1e-3;
  Surface surface = surfaceOf(hit.paint, p, hit.normal);
  colour.rgb = surface.albedo;
  gloss.rgb = surface.glow;
  float mirrored = surface.mirror * (0.04 + 0.96 * pow(1.0 - abs(dot(hit.normal, towards)), 5.0));
  light.rgb = (1.0 - mirrored) * (direct(p, hit.normal) + arriving(p, aroundNormal(hit.normal), 3, false));
  if (mirrored > 0.003) {
    vec3 bent = normalize(hit.normal + surface.roughness * (aroundNormal(hit.normal) - hit.normal));
    vec3 away = reflect(towards, bent);
    if (dot(away, hit.normal) > 0.0) gloss.rgb += mirrored * min(arriving(p, away, 2, true), vec3(6));
  }
}
