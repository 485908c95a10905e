import { defineConfig } from 'tsdown'

/** ESM and CommonJS with their types. Whatever is imported is bundled, so that the package has no dependency. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    embed: 'src/embed/index.ts',
    verify: 'src/verify/index.ts',
    test: 'src/test.ts',
  },
  format: ['esm', 'cjs'],
  dts: true,
  sourcemap: true,
  platform: 'neutral',
  target: 'es2022',
  // Names of functions and classes stay, for readable stack traces.
  minify: { compress: true, mangle: { keepNames: true }, codegen: true },
  external: [/^node:/],
  noExternal: [/^(?!node:)/],
  inlineOnly: false,
  // What the comments of the types cite.
  copy: ['../spec/contract.md'],
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
})
