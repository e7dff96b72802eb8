// What a ray meets first, and what light a point gets straight from where light comes from.

struct Hit {
  float distance;
  vec3 normal;
  int paint;
};

uint seed;
float random() {
  seed = seed * 747796405u + 2891336453u;
  uint word = ((seed >> ((seed >> 28u) + 4u)) ^ seed) * 277803737u;
  return float((word >> 22u) ^ word) / 4294967296.0;
}

const float FAR = 1e4;
const vec3 SKY_LIGHT = vec3(0.27, 0.44, 0.75); // brighter than the sky is painted: eyes get used to the dark
const vec3 GLOW_LIGHT = vec3(0.0006, 0.004, 0.0022);

vec3 turned(vec3 v, vec2 turn) {
  return vec3(turn.x * v.x + turn.y * v.z, v.y, turn.x * v.z - turn.y * v.x);
}

bool misses(vec3 low, vec3 high, vec3 from, vec3 inverse, float before) {
  vec3 a = (low - from) * inverse, b = (high - from) * inverse;
  vec3 near = min(a, b), far = max(a, b);
  float enter = max(max(near.x, near.y), near.z);
  float leave = min(min(far.x, far.y), far.z);
  return leave < max(enter, 0.0) || enter > before;
}

Hit hitBoxes(vec3 origin, vec3 towards, float before, bool anyHit) {
  Hit hit = Hit(before, vec3(0), -1);
  for (int g = 0; g < GROUPS; g++) {
    vec3 axis = vec3(groupAxis[g].x, 0.0, groupAxis[g].y);
    vec2 turn = groupAxis[g].zw;
    vec3 from = turned(origin - axis, turn) + axis;
    vec3 along = turned(towards, turn);
    vec3 inverse = 1.0 / along;
    if (misses(groupLow[g], groupHigh[g], from, inverse, hit.distance)) continue;
    for (int i = groupFirst[g]; i < groupFirst[g + 1]; i++) {
      vec3 a = (boxLow[i] - from) * inverse, b = (boxHigh[i] - from) * inverse;
      vec3 near = min(a, b), far = max(a, b);
      float enter = max(max(near.x, near.y), near.z);
      float leave = min(min(far.x, far.y), far.z);
      if (enter > 1e-4 && enter < hit.distance && enter < leave) {
        vec3 normal = -sign(along) * step(near.yzx, near.xyz) * step(near.zxy, near.xyz);
        hit = Hit(enter, turned(normal, vec2(turn.x, -turn.y)), boxPaint[i]);
        if (anyHit) return hit;
      }
    }
  }
  return hit;
}

Hit hitEllipsoids(vec3 origin, vec3 towards, Hit hit) {
  if (misses(ellipsoidsLow, ellipsoidsHigh, origin, 1.0 / towards, hit.distance)) return hit;
  for (int i = 0; i < ELLIPSOIDS; i++) {
    mat3 frame = ellipsoidFrame[i];
    vec3 from = frame * (origin - ellipsoidCentre[i]), along = frame * towards;
    float a = dot(along, along), b = dot(from, along), c = dot(from, from) - 1.0;
    float root = b * b - a * c;
    if (root < 0.0) continue;
    float enter = (-b - sqrt(root)) / a;
    if (enter > 1e-4 && enter < hit.distance) {
      hit = Hit(enter, normalize(transpose(frame) * (from + along * enter)), ellipsoidPaint[i]);
    }
  }
  return hit;
}

Hit hitScene(vec3 origin, vec3 towards, float before) {
  return hitEllipsoids(origin, towards, hitBoxes(origin, towards, before, false));
}

bool isLit(vec3 origin, vec3 towards, float before) {
  Hit hit = hitBoxes(origin, towards, before, true);
  return hit.paint < 0 && hitEllipsoids(origin, towards, hit).paint < 0;
}

mat3 frameAround(vec3 z) {
  vec3 x = normalize(abs(z.y) < 0.9 ? cross(z, vec3(0, 1, 0)) : cross(z, vec3(1, 0, 0)));
  return mat3(x, cross(z, x), z);
}

vec3 aroundNormal(vec3 normal) {
  float angle = 6.2831853 * random(), r = random();
  return frameAround(normal) * vec3(cos(angle) * sqrt(r), sin(angle) * sqrt(r), sqrt(1.0 - r));
}

// Light straight from the lamp, the moon and the sky, over pi.
vec3 direct(vec3 p, vec3 normal) {
  vec3 sum = vec3(0);

  vec3 toLamp = lampCentre - p;
  float apart = length(toLamp);
  float cosine = sqrt(max(0.0, 1.0 - lampRadius * lampRadius / (apart * apart)));
  float z = mix(1.0, cosine, random()), angle = 6.2831853 * random();
  vec3 towards = frameAround(toLamp / apart) * vec3(sqrt(1.0 - z * z) * vec2(cos(angle), sin(angle)), z);
  float facingLamp = dot(normal, towards);
  if (facingLamp > 0.0 && isLit(p, towards, apart - lampRadius - 0.02))
    sum += lampLight * facingLamp * 2.0 * (1.0 - cosine);

  vec3 spot = windowCorner + random() * windowAcross + random() * windowUp;
  vec3 toSky = spot - p;
  float square = dot(toSky, toSky);
  vec3 skyward = toSky * inversesqrt(square);
  vec3 windowNormal = cross(windowAcross, windowUp);
  float weight = dot(normal, skyward) * abs(dot(windowNormal, skyward)) / square;
  if (weight > 0.0 && isLit(p, skyward, sqrt(square) + 0.3))
    sum += SKY_LIGHT * weight / 3.14159;

  vec3 moonward = normalize(normalize(moonTowards) + 0.012 * (vec3(random(), random(), random()) - 0.5));
  float facingMoon = dot(normal, moonward);
  if (facingMoon > 0.0 && isLit(p, moonward, FAR)) sum += moonLight * facingMoon;

  // The lamps above the doors light their surroundings; they are too small to be met by chance.
  for (int i = 0; i < GLOWS; i++) {
    vec3 toGlow = glowCentre[i] - p;
    float far2 = dot(toGlow, toGlow);
    float facingGlow = dot(normal, toGlow) * inversesqrt(far2);
    if (facingGlow > 0.0 && far2 < 9.0) sum += GLOW_LIGHT * facingGlow / (far2 + 0.02);
  }
  return sum;
}

bool hitsLamp(vec3 origin, vec3 towards, float before) {
  vec3 to = lampCentre - origin;
  float along = dot(to, towards);
  float off = dot(to, to) - along * along;
  return along > 0.0 && off < lampRadius * lampRadius && along - lampRadius < before;
}
