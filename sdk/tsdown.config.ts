import { defineConfig } from 'tsdown'

/**
 * The bundler of types leaves a comment behind the property before its own, where an editor does not find it
 * (`a: string; /** of b *\/`): each gets its own line.
 */
const commentsBeforeWhatTheyDescribe = {
  name: 'comments-before-what-they-describe',
  renderChunk: {
    order: 'post' as const,
    handler(code: string, { fileName }: { fileName: string }) {
      if (!/\.d\.c?ts$/.test(fileName)) return null
      return code.replace(/^( *)(.*\S) (?=\/\*\*)/gm, '$1$2\n$1').replace(/^( *)(.*\*\/)(?=[\w"'[])/gm, '$1$2\n$1')
    },
  },
}

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
  // Plugins of the output run for the types of CommonJS too.
  outputOptions: { plugins: [commentsBeforeWhatTheyDescribe] },
  sourcemap: true,
  platform: 'neutral',
  target: 'es2022',
  // Readable where somebody steps into it; whoever ships it to a browser minifies it.
  minify: false,
  external: [/^node:/],
  noExternal: [/^(?!node:)/],
  inlineOnly: false,
  // What the comments of the types cite.
  copy: ['../spec/contract.md'],
  inputOptions: { resolve: { mainFields: ['module', 'main'] } },
})
