import type { UniformValue } from './uniforms.ts';

export interface PaintJob {
  readonly width: number;
  readonly height: number;
  /** Ways of the light followed for each pixel. */
  readonly samples: number;
  /** Of the WebP file, 0 to 1. */
  readonly quality: number;
  readonly shaders: {
    readonly trace: string;
    readonly denoise: string;
    readonly compose: string;
    readonly paint: string;
  };
  readonly uniforms: readonly UniformValue[];
}

/**
 * Paints a picture with WebGL 2: light, then a blur that keeps edges, then the brush.
 * NOTE: runs inside the browser's page, where nothing else of this module exists.
 * @returns the picture as a WebP data URL
 */
export async function paintInPage({ width, height, samples, quality, shaders, uniforms }: PaintJob): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const gl = openDrawing();

  function openDrawing(): WebGL2RenderingContext {
    const context = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
    if (context === null) throw new Error('This browser has no WebGL 2.');
    return context;
  }

  for (const name of ['EXT_color_buffer_float', 'EXT_float_blend']) {
    if (gl.getExtension(name) === null) throw new Error(`This browser's WebGL has no ${name}.`);
  }

  const wholePicture = `#version 300 es
    void main() { gl_Position = vec4(vec2[3](vec2(-1), vec2(3, -1), vec2(-1, 3))[gl_VertexID], 0, 1); }`;

  function programOf(fragments: string): WebGLProgram {
    const program = gl.createProgram();
    const stages = [
      [gl.VERTEX_SHADER, wholePicture],
      [gl.FRAGMENT_SHADER, fragments],
    ] as const;
    for (const [kind, source] of stages) {
      const shader = gl.createShader(kind);
      if (shader === null) throw new Error('The WebGL context is lost.');
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) !== true) throw new Error(gl.getShaderInfoLog(shader) ?? '');
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true) throw new Error(gl.getProgramInfoLog(program) ?? '');
    return program;
  }

  function setUniform(program: WebGLProgram, { name, type, data }: UniformValue): void {
    const place = gl.getUniformLocation(program, name);
    switch (type) {
      case 'int':
        return gl.uniform1iv(place, data);
      case 'ivec2':
        return gl.uniform2iv(place, data);
      case 'float':
        return gl.uniform1fv(place, data);
      case 'vec2':
        return gl.uniform2fv(place, data);
      case 'vec3':
        return gl.uniform3fv(place, data);
      case 'vec4':
        return gl.uniform4fv(place, data);
      case 'mat3':
        return gl.uniformMatrix3fv(place, false, data);
    }
  }

  /** An image of numbers; a shrinking one can be asked for its average over an area. */
  function imageOf(shrinking: boolean): WebGLTexture {
    const image = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, image);
    const sizes = shrinking ? Math.floor(Math.log2(Math.max(width, height))) + 1 : 1;
    gl.texStorage2D(gl.TEXTURE_2D, sizes, shrinking ? gl.RGBA16F : gl.RGBA32F, width, height);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, shrinking ? gl.LINEAR_MIPMAP_LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, shrinking ? gl.LINEAR : gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    return image;
  }

  function drawInto(targets: readonly WebGLTexture[]): void {
    gl.bindFramebuffer(gl.FRAMEBUFFER, targets.length === 0 ? null : gl.createFramebuffer());
    for (const [index, target] of targets.entries()) {
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + index, gl.TEXTURE_2D, target, 0);
    }
    if (targets.length > 0) gl.drawBuffers(targets.map((_, index) => gl.COLOR_ATTACHMENT0 + index));
    gl.viewport(0, 0, width, height);
  }

  function run(
    program: WebGLProgram,
    images: Readonly<Record<string, WebGLTexture>>,
    values: readonly UniformValue[],
  ): void {
    gl.useProgram(program);
    for (const [unit, [name, image]] of Object.entries(images).entries()) {
      gl.activeTexture(gl.TEXTURE0 + unit);
      gl.bindTexture(gl.TEXTURE_2D, image);
      gl.uniform1i(gl.getUniformLocation(program, name), unit);
    }
    for (const value of values) setUniform(program, value);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  const [light, gloss, colourSum, facingSum] = [imageOf(false), imageOf(false), imageOf(false), imageOf(false)];
  const trace = programOf(shaders.trace);
  drawInto([light, gloss, colourSum, facingSum]);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE);
  const size = { name: 'pictureSize', type: 'ivec2', data: [width, height] } as const;
  gl.enable(gl.SCISSOR_TEST);
  const bandHeight = 100;
  for (let index = 0; index < samples; index++) {
    // Band by band, and reading waits for the drawing: a browser loses patience with long work.
    for (let bottom = 0; bottom < height; bottom += bandHeight) {
      gl.scissor(0, bottom, width, bandHeight);
      run(trace, {}, [...uniforms, size, { name: 'sampleIndex', type: 'int', data: [index] }]);
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.FLOAT, new Float32Array(4));
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  gl.disable(gl.SCISSOR_TEST);
  gl.disable(gl.BLEND);

  const denoise = programOf(shaders.denoise);
  function smooth(noisy: WebGLTexture, strides: readonly number[], tolerance: number): WebGLTexture {
    let source = noisy;
    for (const [pass, stride] of strides.entries()) {
      const target = imageOf(false);
      drawInto([target]);
      run(denoise, { source, colourSum, facingSum }, [
        { name: 'samples', type: 'float', data: [pass === 0 ? samples : 1] },
        { name: 'stride', type: 'int', data: [stride] },
        { name: 'tolerance', type: 'float', data: [tolerance * 0.7 ** pass] },
      ]);
      source = target;
    }
    return source;
  }

  const smoothLight = smooth(light, [1, 2, 4, 8, 16], 1.6);
  const smoothGloss = smooth(gloss, [1, 2, 4], 1.2);
  const composed = imageOf(true);
  drawInto([composed]);
  run(programOf(shaders.compose), { light: smoothLight, gloss: smoothGloss, colourSum, facingSum }, []);
  gl.bindTexture(gl.TEXTURE_2D, composed);
  gl.generateMipmap(gl.TEXTURE_2D);
  drawInto([]);
  run(programOf(shaders.paint), { composed }, []);
  return canvas.toDataURL('image/webp', quality);
}
