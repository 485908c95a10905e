import { Argument, type Command, Option } from 'commander'
import { closestTo } from '../../did-you-mean.ts'
import { PING } from '../../domain/deliveries/once.ts'
import { EVENT_TYPES } from '../../domain/events/catalogue.ts'
import type { DevOptions } from '../dev.ts'
import { UsageError } from '../errors.ts'
import { type Framework, frameworkNames } from '../init/frameworks.ts'
import type { ListenOptions } from '../listen.ts'
import type { McpOptions } from '../mcp.ts'
import type { TriggeredEvent, TriggerOptions } from '../trigger.ts'
import { examples, oneOf, portNumber, repeated } from './parts.ts'

const ANSWERS = `
An answer that is not 2xx is shown and not repeated, where a hook of the server would repeat it for 45 hours.`

const DEV = `
It makes a sandbox, where nothing is sent to anybody, and offers to write COUNTERSIGN_API_KEY, COUNTERSIGN_BASE_URL and
COUNTERSIGN_WEBHOOK_SECRET to .env, where your program finds them. A key of a live workspace there is left alone.`

/** What people use while they write a program that calls the API. */
export function addDevelopment(program: Command): void {
  program
    .command('try')
    .alias('demo')
    .description('see it all in half a minute: send, sign, seal and verify a PDF, on a server of its own')
    .option('--out <dir>', 'where the signed files are put', 'countersign-try')
    .addHelpText('after', examples('try', 'try --out /tmp/try'))
    .action(async ({ out }: { out: string }) => (await import('../try.ts')).tellStory(out))

  program
    .command('init')
    .description('write one file into your project, which sends a PDF and receives webhooks')
    .addArgument(
      new Argument('[framework]', 'what your project is made with; default: what package.json names').choices(
        frameworkNames,
      ),
    )
    .addHelpText('after', `${examples('init', 'init express')}\n\nA file that is there is never written over.`)
    .action(async (framework?: Framework) => (await import('../init.ts')).init(framework))

  program
    .command('dev')
    .description('run a server to write your program against, and show what happens there')
    .option('--forward-to <url>', 'where your program receives webhooks')
    .addOption(new Option('--port <port>', 'of the server; 0 takes a free one').argParser(portNumber).default(DEV_PORT))
    .option('--data <dir>', 'where it keeps everything', '.countersign')
    .option('-y, --yes', 'write .env without asking')
    .addHelpText(
      'after',
      `${examples('dev', 'dev --forward-to http://localhost:4000/webhooks', 'dev --port 3200 --yes')}\n${DEV}`,
    )
    .action(async (options: DevOptions) => (await import('../dev.ts')).dev(options))

  program
    .command('listen')
    .description('show the events of a workspace as they come, and send each to your own machine, signed')
    .option('--forward-to <url>', 'where they are sent, as a hook of the server would')
    .option('--events <names>', 'only these, comma list', (names: string) =>
      names.split(',').map((name) => known(name.trim(), EVENT_TYPES)),
    )
    .option('--print', 'print events as JSON, one a line')
    .addOption(payload())
    .addOption(new Option('--url <url>', 'address of the API').env('COUNTERSIGN_BASE_URL').default(LOCAL_API))
    .addOption(key())
    .addOption(secret())
    .addHelpText(
      'after',
      `${examples(
        'listen --forward-to http://localhost:4000/webhooks',
        'listen --forward-to http://localhost:4000/webhooks --events document.completed,signing_request.signed',
        'listen --print',
      )}\n${ANSWERS}`,
    )
    .action(async (options: ListenOptions) => (await import('../listen.ts')).listenForEvents(options))

  program
    .command('mcp')
    .description('offer the API as tools of the Model Context Protocol, on standard input and output')
    .option('--write', 'also tools that change something; default: only those that read')
    .addOption(new Option('--url <url>', 'address of the API').env('COUNTERSIGN_BASE_URL').default(LOCAL_API))
    .addOption(key())
    .addHelpText(
      'after',
      `${examples('mcp', 'mcp --write --url https://sign.example.com/v1')}\n\nA server has them at /mcp as well.`,
    )
    .action(async (options: McpOptions) => (await import('../mcp.ts')).serveTools(options))

  program
    .command('trigger')
    .description('send an example of an event to your own machine, signed; needs no server')
    .argument('<event>', 'its name, such as document.completed', (name: string) => known(name, [...EVENT_TYPES, PING]))
    .option('--forward-to <url>', 'where it is sent')
    .addOption(repeated('--set <path=value>', 'change a value, such as signer.email=grace@example.com'))
    .option('--print', 'print the event as JSON; without --forward-to it is sent nowhere')
    .addOption(payload())
    .addOption(key())
    .addOption(secret())
    .addHelpText(
      'after',
      `${examples(
        'trigger document.completed --forward-to http://localhost:4000/webhooks',
        'trigger signing_request.signed --set signer.email=grace@example.com --set metadata.order=7 --print',
      )}\n\nExits 1 where the answer is not 2xx. The events: ${EVENT_TYPES.join(', ')}, ping.`,
    )
    .action(async (event: TriggeredEvent, options: TriggerOptions) =>
      (await import('../trigger.ts')).trigger(event, options),
    )
}

/** Not that of `countersign start`, which web applications like too. */
const DEV_PORT = 3100
const LOCAL_API = 'http://localhost:3000/v1'

const payload = () =>
  oneOf('--payload <mode>', 'the bodies of a hook in this mode', ['full', 'minimal']).default('full')
const key = () => new Option('--key <key>', 'API key').env('COUNTERSIGN_API_KEY')
const secret = () =>
  new Option('--secret <secret>', 'what events are signed with; default: one that belongs to the key').env(
    'COUNTERSIGN_WEBHOOK_SECRET',
  )

/** @throws UsageError that says which event was probably meant */
function known<Name extends string>(name: string, events: readonly Name[]): Name {
  const found = events.find((one) => one === name)
  if (found) return found
  const close = closestTo(name, events)
  const hint = close ? `did you mean ${close}?` : `there are: ${events.join(', ')}`
  throw new UsageError(`there is no event ${JSON.stringify(name)}; ${hint}`)
}
