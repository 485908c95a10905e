import { execFileSync } from 'node:child_process'
import { tool } from '../support/tools.ts'
import { runTogether } from './run-samples.ts'
import { judgeSamples } from './samples.ts'

const php = tool('php', (path) => execFileSync(path, ['-r', 'curl_version();'], { stdio: 'ignore' }))

const PROGRAM = `
function run_sample(string $source): void {
  eval('?>' . $source);
}

$printed = [];
foreach (json_decode(stream_get_contents(STDIN)) as $sample) {
  chdir($sample->folder);
  putenv('COUNTERSIGN_API_KEY=' . $sample->key);
  ob_start();
  try {
    run_sample($sample->source);
  } catch (Throwable $error) {
    echo $error;
  }
  $printed[] = ob_get_clean();
}
echo json_encode($printed);
`

judgeSamples({
  label: 'PHP',
  prints: /^Array\n\(/,
  run: php ? (samples) => runTogether(samples, php, ['-d', 'display_errors=1', '-r', PROGRAM]) : null,
})
