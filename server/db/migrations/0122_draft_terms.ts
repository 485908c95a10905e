import { type Kysely, sql } from 'kysely'

/** The subject, the copies and the code before the document are written in the draft, and no longer only carried over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update drafts set
      carried = case when jsonb_typeof(carried) = 'object' then carried - 'subject' - 'observers' else carried end,
      model = model || jsonb_build_object(
        'subject', carried->'subject',
        'observers', coalesce(carried->'observers', '[]'),
        'signers', coalesce((
          select jsonb_agg(
            person || jsonb_build_object(
              'sms_gate', coalesce(carried->'signers'->(person->>'id')->>'sms_gate' = 'before_view', false)
            ) order by place
          )
          from jsonb_array_elements(model->'signers') with ordinality as each_(person, place)
        ), '[]')
      )
  `.execute(db)
}
