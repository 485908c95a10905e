import { execFileSync } from 'node:child_process'
import { tool } from '../support/tools.ts'
import { runTogether } from './run-samples.ts'
import { judgeSamples } from './samples.ts'

const python = tool('python3', (path) => execFileSync(path, ['-c', 'import requests'], { stdio: 'ignore' }))

const PROGRAM = `
import contextlib, io, json, os, sys, traceback

printed = []
for sample in json.load(sys.stdin):
    os.chdir(sample["folder"])
    os.environ["COUNTERSIGN_API_KEY"] = sample["key"]
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            exec(sample["source"], {"__name__": "__main__"})
        printed.append(output.getvalue())
    except Exception:
        printed.append(traceback.format_exc())
json.dump(printed, sys.stdout)
`

judgeSamples({
  label: 'Python',
  prints: /^\{/,
  run: python ? (samples) => runTogether(samples, python, ['-c', PROGRAM]) : null,
})
