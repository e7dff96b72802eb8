// One pass of an edge-keeping blur over the light that the samples found: wider with every pass,
// never across the edge of a surface. (Dammertz et al., edge-avoiding a-trous wavelets, 2010.)
uniform sampler2D source, colourSum, facingSum;
uniform float samples; // in each pixel of the source
uniform int stride;
uniform float tolerance; // how different light may be and still be the same light
out vec4 smoothed;

const float kernel[3] = float[3](0.375, 0.25, 0.0625);

float brightness(vec3 c) {
  return dot(c, vec3(0.3, 0.5, 0.2));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(source, 0) - 1;
  vec4 centre = texelFetch(source, pixel, 0);
  float here = brightness(centre.rgb) / samples;
  vec4 facing = texelFetch(facingSum, pixel, 0);
  float away = texelFetch(colourSum, pixel, 0).w / facing.w;
  vec4 sum = vec4(0);
  for (int y = -2; y <= 2; y++) {
    for (int x = -2; x <= 2; x++) {
      ivec2 other = clamp(pixel + ivec2(x, y) * stride, ivec2(0), last);
      vec4 value = texelFetch(source, other, 0);
      vec4 otherFacing = texelFetch(facingSum, other, 0);
      float otherAway = texelFetch(colourSum, other, 0).w / otherFacing.w;
      float apart = length(vec2(x, y)) * float(stride);
      float weight = kernel[abs(x)] * kernel[abs(y)];
      vec3 turn = facing.xyz / facing.w - otherFacing.xyz / otherFacing.w;
      weight *= exp(-60.0 * dot(turn, turn));
      weight *= exp(-abs(otherAway - away) / (0.012 * away * (1.0 + apart)));
      weight *= exp(-abs(brightness(value.rgb) / samples - here) / (tolerance * (here + 0.004)));
      if (x == 0 && y == 0) weight = max(weight, 1e-3);
      sum += weight * vec4(value.rgb / samples, 1);
    }
  }
  smoothed = vec4(sum.rgb / sum.w, 1);
}
