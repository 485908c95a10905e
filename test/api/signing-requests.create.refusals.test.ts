import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREATE_AND_VALIDATE, type CreateAnswer, expectRefused, post, traces } from '../support/create.ts'
import { createForm, readDocument, readRequest, send } from '../support/flow.ts'
import { encryptedPdf, makePdf, signedPdf, textAt, undecodablePdf, unsealablePdf } from '../support/pdf-fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const signer = { email: 'ada@example.com' }
type Call = (fields: object) => () => ReturnType<typeof post>
const withSigner = (more: object) => ({ signers: [{ ...signer, ...more }], send_emails: false })
const refused = (fields: Record<string, unknown>, path: string) =>
  expectRefused(server, () => post(server, fields), 400, { code: 'invalid_request', meta: { path } as never })

describe('signers (2.5)', () => {
  it.each([
    ['no email', { email: undefined }, 'email'],
    ['an email that is none', { email: 'ada@' }, 'email'],
    ['an email of 255 characters', { email: `${'a'.repeat(243)}@example.com` }, 'email'],
    ['an empty name', { name: '' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a name with a line break', { name: 'a\nb' }, 'name'],
    ['a first name alone', { first_name: 'Ada' }, 'last_name'],
    ['a last name alone', { last_name: 'Lovelace' }, 'first_name'],
    ['both forms of a name', { name: 'Ada', first_name: 'Ada', last_name: 'Lovelace' }, 'name'],
    ['a first name of 61 characters', { first_name: 'x'.repeat(61), last_name: 'y' }, 'first_name'],
    ['a role with a colon', { role: 'a:b' }, 'role'],
    ['a role of 65 characters', { role: 'x'.repeat(65) }, 'role'],
    ['an empty role', { role: ' ' }, 'role'],
    ['a locale that is not offered', { locale: 'tlh' }, 'locale'],
    ['a phone number without +', { phone_e164: '41791234567' }, 'phone_e164'],
    ['a phone number of 16 digits', { phone_e164: '+1234567890123456' }, 'phone_e164'],
    ['SMS without a number', { require_sms_verification: true }, 'phone_e164'],
    ['a company of 121 characters', { company: 'x'.repeat(121) }, 'company'],
    ['a company with a tab', { company: 'a\tb' }, 'company'],
    ['a job title of 121 characters', { job_title: 'x'.repeat(121) }, 'job_title'],
    ['a job title with a line break', { job_title: 'a\u2028b' }, 'job_title'],
    ['a reference of 256 characters', { reference: 'x'.repeat(256) }, 'reference'],
    ['a signing order of 0', { signing_order: 0 }, 'signing_order'],
    ['a signing order of 101', { signing_order: 101 }, 'signing_order'],
  ])('%s is refused', async (_what, wrong, key) => {
    await refused(withSigner(wrong), `signers[0].${key}`)
  })

  it.each([
    [{ name: '\u200b\u2060' }, null],
    [{ name: '\u2800', first_name: 'Ada', last_name: 'Lovelace' }, 'Ada Lovelace'],
    [{ first_name: '\u200b', last_name: 'Lovelace' }, 'Lovelace'],
    [{ first_name: '\u200b', last_name: '\u3164' }, null],
    [{ name: 'Ada', first_name: '\u200b', last_name: '\u3164' }, 'Ada'],
  ])('a name of invisible characters only counts as absent: %j', async (name, stored) => {
    const { status, body } = await post(server, withSigner({ email: 'ada@example.com', ...name }))
    expect([status, body.signers[0]!.name]).toEqual([201, stored])
  })

  it('values at the limits are accepted and returned', async () => {
    const most = {
      email: `  ${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(50)}.example  `,
      role: 'Käufer 1_.-'.padEnd(64, 'x'),
      first_name: 'x'.repeat(60),
      last_name: 'é'.repeat(60),
      phone_e164: '+123456789012345',
      locale: 'en',
      company: 'x'.repeat(120),
      job_title: 'y'.repeat(120),
      reference: 'z'.repeat(255),
    }
    const { status, body } = await post(server, withSigner(most))
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.signers).toEqual([
      {
        role: most.role,
        signingRequestId: expect.any(String),
        signingUrl: expect.stringContaining('/sign/'),
        emailed: false,
        email: most.email.trim(),
        name: `${most.first_name} ${most.last_name}`,
        status: 'pending',
        order: null,
        locale: 'en',
        reference: most.reference,
        company: most.company,
        jobTitle: most.job_title,
        returnUrl: null,
        requireSmsVerification: false,
        smsGate: null,
        signatureLevel: 'ses',
        expiresAt: new Date(server.clock.now().getTime() + 14 * 86_400_000).toISOString(),
      },
    ])
  })

  it('null counts as absent', async () => {
    const nothing = { role: null, name: null, first_name: null, last_name: null, locale: null, phone_e164: null }
    const more = {
      require_sms_verification: null,
      reference: null,
      company: null,
      job_title: null,
      signing_order: null,
    }
    const { status } = await post(server, {
      ...withSigner({ ...nothing, ...more, sms_gate: null }),
      ...{ placement: null, fields: null, metadata: null, signing_mode: null, observer_emails: null },
      ...{ callback_url: null, sms_gate: null, title: null, message: null, expires_in_days: null },
    })
    expect(status).toBe(201)
  })

  it('two may share an address but not a role; 1 to 20 are allowed', async () => {
    const twins = [
      { ...signer, role: 'a' },
      { ...signer, role: 'b' },
    ]
    expect((await post(server, { signers: twins, send_emails: false })).status).toBe(201)
    await refused({ signers: [twins[0], { ...signer, role: ' a ' }] }, 'signers[1].role')
    await refused({ signers: [] }, 'signers')
    await refused({ signers: Array.from({ length: 21 }, () => signer) }, 'signers')
    await refused({}, 'signers')
  })

  it('an unknown key is refused at once, and every one is named', async () => {
    const signers = [signer, { ...signer, phone: '1', slot: 1 }]
    await expectRefused(server, () => post(server, { signers }), 400, {
      code: 'unknown_signer_field',
      meta: { signers: [{ index: 1, fields: ['phone', 'slot'] }], accepted: expect.arrayContaining(['phone_e164']) },
    })
  })

  it('with SMS verification they are advanced, and the gate is set for each or for all', async () => {
    const sms = { require_sms_verification: true, phone_e164: '+41791234567' }
    const all = await post(server, {
      signers: [
        { ...signer, ...sms },
        { ...signer, ...sms, sms_gate: null },
      ],
      sms_gate: 'before_view',
      send_emails: false,
    })
    expect(all.body.signers.map(({ signatureLevel, smsGate }) => [signatureLevel, smsGate])).toEqual([
      ['aes', 'before_view'],
      ['aes', null],
    ])
    await refused({ signers: [{ ...signer, ...sms }, signer], sms_gate: 'before_view' }, 'signers[1].sms_gate')
    await refused(withSigner({ sms_gate: 'before_view' }), 'signers[0].sms_gate')
    await refused({ ...withSigner(sms), sms_gate: 'after_view' }, 'sms_gate')
  })
})

describe('signing_order', () => {
  const inOrder = (...orders: (number | undefined)[]) => ({
    signing_mode: 'sequential',
    send_emails: false,
    signers: orders.map((signing_order) => ({ ...signer, signing_order })),
  })

  it('all or none, no duplicates; without it the order of the list counts', async () => {
    const given = await post(server, inOrder(30, 2, 100))
    expect(given.body.signers.map(({ order, status }) => [order, status])).toEqual([
      [30, 'queued'],
      [2, 'pending'],
      [100, 'queued'],
    ])
    const listed = await post(server, inOrder(undefined, undefined))
    expect(listed.body.signers.map(({ order, status }) => [order, status])).toEqual([
      [1, 'pending'],
      [2, 'queued'],
    ])
    await refused(inOrder(1, undefined), 'signers[1].signing_order')
    await refused(inOrder(1, 2, 1), 'signers[2].signing_order')
  })
})

describe('the other keys (2.4)', () => {
  it.each([
    ['send_emails that is no boolean', { send_emails: 'true' }, 'send_emails'],
    ['send_emails null', { send_emails: null }, 'send_emails'],
    ['an unknown signing mode', { signing_mode: 'random' }, 'signing_mode'],
    ['an unknown placement', { placement: 'corner' }, 'placement'],
    ['an observer that is no address', { observer_emails: ['ada@example.com', 'x'] }, 'observer_emails[1]'],
    ['21 observers', { observer_emails: Array.from({ length: 21 }, (_, i) => `o${i}@x.com`) }, 'observer_emails'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['a message of 2001 characters', { message: 'x'.repeat(2_001) }, 'message'],
    ['0 days', { expires_in_days: 0 }, 'expires_in_days'],
    ['91 days', { expires_in_days: 91 }, 'expires_in_days'],
    ['a callback_url that is none', { callback_url: 'not a url' }, 'callback_url'],
    ['a callback_url of 2049 characters', { callback_url: `https://x.com/${'x'.repeat(2_035)}` }, 'callback_url'],
  ])('%s is refused', async (_what, wrong, path) => {
    await refused({ signers: [signer], ...wrong }, path)
  })

  it('placement manual is retired', async () => {
    await expectRefused(server, () => post(server, { signers: [signer], placement: 'manual' }), 400, {
      code: 'placement_retired',
    })
  })

  it('callback_url must be https, and public', async () => {
    const call = (callback_url: string) => () => post(server, { signers: [signer], callback_url })
    await expectRefused(server, call('http://hooks.example.com/x'), 400, { code: 'https_required' })
    for (const host of ['10.0.0.1', '192.168.1.1', '169.254.169.254', '[fd00::1]', '0.0.0.0', '100.64.0.1'])
      await expectRefused(server, call(`https://${host}/x`), 400, { code: 'url_not_public' })
  })

  it('a multipart filename has at most 200 characters', async () => {
    const name = (length: number) => `${'x'.repeat(length - 4)}.pdf`
    expect((await post(server, withSigner({}), makePdf(), name(200))).status).toBe(201)
    await expectRefused(server, () => post(server, withSigner({}), makePdf(), name(201)), 400, {
      code: 'invalid_request',
    })
  })

  it('title, observers, message and days are kept; the file’s name is the title by default', async () => {
    const key = await server.key()
    const created = await send(server, key, {
      signers: [signer],
      title: 'Lease of 1 Main Street',
      message: 'Dear Ada,\n\nplease sign.',
      expires_in_days: 90,
      observer_emails: [' notary@example.com ', 'notary@example.com'],
    })
    const document = await readDocument(server, key, created.documentId)
    expect(document).toMatchObject({
      title: 'Lease of 1 Main Street',
      filename: 'lease.pdf',
      observers: ['notary@example.com'],
      expiresAt: new Date(server.clock.now().getTime() + 90 * 86_400_000).toISOString(),
    })
    await server.work()
    expect((await server.outbox()).at(-1)!.body).toContain('please sign.')
    const plain = await send(server, key, { signers: [signer], send_emails: false })
    expect((await readDocument(server, key, plain.documentId)).title).toBe('lease.pdf')
  })
})

describe('metadata', () => {
  const wrong = async (metadata: unknown, problems: object[]) => {
    const body = await expectRefused(server, () => post(server, { signers: [signer], metadata }), 400, {
      code: 'invalid_metadata',
    })
    expect(body.problems!.map(({ field, code }) => ({ field, code }))).toEqual(problems)
  }

  it('a flat object within the limits is returned by the call and by reads', async () => {
    const key = await server.key()
    const metadata = {
      'order.no_1-2': 'x'.repeat(500),
      [`k${'y'.repeat(39)}`]: 1.5,
      vip: false,
      none: null,
      größe: undefined,
    }
    const created = await send(server, key, { signers: [signer], send_emails: false, metadata })
    const expected = JSON.parse(JSON.stringify(metadata)) as object
    expect(created.metadata).toEqual(expected)
    expect((await readDocument(server, key, created.documentId)).metadata).toEqual(expected)
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`k${i}`, 'x'.repeat(150)]))
    expect((await post(server, { signers: [signer], send_emails: false, metadata: fifty })).status).toBe(201)
  })

  it('invalid metadata is refused, not altered', async () => {
    const upload = (metadata: string) => {
      const form = createForm({ signers: [signer], send_emails: false })
      form.set('metadata', metadata)
      return form
    }
    const refused = async (metadata: string, problems: object[]) => {
      const json = `{"file_url":"https://example.com/a.pdf","signers":[{"email":"a@example.com"}],"metadata":${metadata}}`
      for (const init of [{ form: upload(metadata) }, { text: json }]) {
        const body = await expectRefused(
          server,
          async () => server.call<CreateAnswer>(await server.key(), 'POST', '/v1/signing-requests', init),
          400,
          { code: 'invalid_metadata' },
        )
        expect(body.problems!.map(({ field, code }) => ({ field, code }))).toEqual(problems)
      }
    }
    await refused('{"id":12345678901234567890}', [{ field: 'metadata.id', code: 'value_too_long' }])
    await refused('{"text":"12345678901234567890","order.no":-9007199254740993}', [
      { field: 'metadata.order.no', code: 'value_too_long' },
    ])
    await refused('{"a":1e999}', [{ field: 'metadata.a', code: 'value_too_long' }])
    await refused(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, [{ field: 'metadata.a', code: 'not_flat' }])
    await refused('{"__proto__":1}', [{ field: 'metadata.__proto__', code: 'key_invalid' }])
    const key = await server.key()
    const kept = '{"big":9007199254740992,"small":0.1234567890123456,"text":"12345678901234567890"}'
    const { status, body } = await server.call<CreateAnswer>(key, 'POST', '/v1/signing-requests', {
      form: upload(kept),
    })
    expect([status, body.metadata]).toEqual([201, JSON.parse(kept)])
  })

  it('every problem is reported, with its code', async () => {
    const field = 'metadata'
    await wrong([1], [{ field, code: 'not_flat' }])
    await wrong('text', [{ field, code: 'not_flat' }])
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i]))
    await wrong(many, [{ field, code: 'too_many_keys' }])
    await wrong({ 'a b': 1, '': 2, [`k${'x'.repeat(40)}`]: 3 }, [
      { field: 'metadata.a b', code: 'key_invalid' },
      { field: 'metadata.', code: 'key_invalid' },
      { field: `metadata.k${'x'.repeat(40)}`, code: 'key_invalid' },
    ])
    await wrong({ list: [1], inner: { a: 1 }, long: 'x'.repeat(501) }, [
      { field: 'metadata.list', code: 'not_flat' },
      { field: 'metadata.inner', code: 'not_flat' },
      { field: 'metadata.long', code: 'value_too_long' },
    ])
    const large = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, 'é'.repeat(250)]))
    await wrong(large, [{ field, code: 'too_large' }])
  })
})

describe('files that cannot be signed safely (422 pdf_unsupported)', () => {
  const dynamicXfa = makePdf({ catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA [(form) 3 0 R] >>' })
  const certified = makePdf({ catalog: '/Perms << /DocMDP 10 0 R >>', objects: ['<< /Type /Sig >>'] })
  const placeholder = makePdf({ objects: ['<< /Type /Sig /ByteRange [0 /********** /********** /**********] >>'] })
  const deep = makePdf({ page: `/Deep ${'['.repeat(300)}${']'.repeat(300)}` })
  it.each([
    ['encrypted', encryptedPdf()],
    ['damaged', Buffer.from('%PDF-1.7\nnothing else\n%%EOF\n')],
    ['xfa', dynamicXfa],
    ['signed_append', signedPdf()],
    ['already_signed', certified],
    ['no_pages', makePdf({ pages: 0 })],
    ['too_many_pages', makePdf({ pages: 2_001, content: '' })],
    ['too_complex', deep],
    ['reserved_content', placeholder],
    ['not_sealable', unsealablePdf()],
    ['unreadable_content', undecodablePdf()],
  ])('%s', async (reason, pdf) => {
    await expectRefused(server, () => post(server, withSigner({}), pdf), 422, {
      code: 'pdf_unsupported',
      meta: { reason },
    })
  })

  it('content that cannot be decoded is accepted where it does not have to be searched', async () => {
    const box = { role: 'client', kind: 'signature', page: 1, x: 0.1, y: 0.1, w: 0.3, h: 0.1 }
    const explicit = { placement: 'explicit', fields: [box], signers: [{ email: 'ada@example.com', role: 'client' }] }
    for (const call of [{ ...withSigner({}), placement: 'auto_append' }, explicit])
      expect((await post(server, call, undecodablePdf())).status).toBe(201)
  })

  it('markers that cannot be masked: 422 placement_failed', async () => {
    // Tagged PDFs repeat their text in a structure tree; this one has more nodes than may be searched for markers.
    const pdf = makePdf({
      content: textAt(72, 700, '[[ls:signature:tenant]]'),
      catalog: '/StructTreeRoot 10 0 R',
      objects: [`<< /Type /StructTreeRoot /K [${'0 '.repeat(250_001)}] >>`],
    })
    await expectRefused(server, () => post(server, withSigner({ role: 'tenant' }), pdf), 422, {
      code: 'placement_failed',
    })
  })
})

describe('what the plan does not allow (402)', () => {
  it('a used-up month of documents, and of SMS codes, creates nothing', async () => {
    const plan = { enterprise: false, requests_per_minute: 60, without: [] }
    const capped = await startServer({
      config: { plans: { starter: { ...plan, document_cap: 1, sms_monthly: 1 } } },
    })
    try {
      const workspace = await capped.workspace({ tier: 'starter' })
      const key = await capped.key({ workspaceId: workspace.id })
      const [create, dryRun] = CREATE_AND_VALIDATE.map((path) => (fields: object) => () => {
        const form = createForm({ signers: [signer], send_emails: false, ...fields })
        return capped.call<CreateAnswer>(key, 'POST', path, { form })
      }) as [Call, Call]
      const sms = { ...signer, require_sms_verification: true, phone_e164: '+41791234567' }
      await expectRefused(capped, create({ signers: [sms, sms] }), 402, {
        code: 'sms_allowance_exhausted',
        meta: expect.objectContaining({ required: 2, remaining: 1 }),
      })
      const validated = await dryRun({ signers: [sms, sms] })()
      expect(validated).toMatchObject({
        status: 200,
        body: { ok: false, problems: [{ field: 'signers', code: 'sms_allowance_exhausted' }] },
      })

      expect((await create({ signers: [sms] })()).status).toBe(201)
      const meta = { tier: 'starter', cap: 1, used: 1 }
      await expectRefused(capped, create({}), 402, { code: 'tier_required', meta })
      const before = await traces(capped)
      expect(await dryRun({})()).toMatchObject({
        status: 200,
        body: { ok: false, problems: [{ field: 'file', code: 'tier_required', meta }] },
      })
      expect(await traces(capped)).toEqual(before)

      // The allowance is per calendar month, in UTC.
      const now = capped.clock.now()
      capped.clock.set(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)))
      expect((await create({})()).status).toBe(201)
    } finally {
      await capped.stop()
    }
  })
})

describe('send_emails: false', () => {
  it('sends nothing, and every link is in the answer', async () => {
    const key = await server.key()
    // What the tests before have sent goes out first.
    await server.work()
    const before = (await server.outbox()).length
    const created = await send(server, key, { signers: [signer], send_emails: false, observer_emails: ['o@x.com'] })
    await server.work()
    expect((await server.outbox()).length).toBe(before)
    const [{ signingRequestId, signingUrl, emailed }] = created.signers as [Created]
    expect([emailed, signingUrl]).toEqual([false, (await readRequest(server, key, signingRequestId)).signingUrl])
  })
})

type Created = CreateAnswer['signers'][number]
