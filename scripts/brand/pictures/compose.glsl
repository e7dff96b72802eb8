// Light times colour, plus what is mirrored.
uniform sampler2D light, gloss, colourSum, facingSum;
out vec4 composed;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  vec3 colour = texelFetch(colourSum, pixel, 0).rgb / texelFetch(facingSum, pixel, 0).w;
  composed = vec4(texelFetch(light, pixel, 0).rgb * colour + texelFetch(gloss, pixel, 0).rgb, 1);
}
