// Generated from spec/ by scripts/generate.ts. Do not edit.
export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the key
         * @description The key, its workspace, what it can do and how many SMS codes are left this month. Branch on `capabilities`, never on `workspace.tier`. Exempt from the rate limit; carries no RateLimit headers.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a PDF
         * @description Uploads or fetches the PDF, places the fields, creates one signing request for each signer, invites those whose turn it is unless
         *     `send_emails` is false, and returns every signing link. Emits `signing_request.sent` once, for the first signer. Exactly one source: the
         *     part `file` of a `multipart/form-data` body, or the key `file_url` of an `application/json` body (`SigningRequestFromUrl`; listed
         *     as `application/*` in `openapi.json`, because most generators take `application/json` wherever they find it, and their clients then cannot
         *     send a file; `openapi.full.json` has both bodies). Nothing is created on any error. Keep the `documentId`: no endpoint lists documents.
         *
         *     The upload is never rewritten: preparation, each signer's marks and the seal are appended, so the file as you sent it and as the signers
         *     saw it are prefixes of the sealed file. Active content (JavaScript, launch and submit actions, embedded files, rich media) is removed and
         *     named in `warnings[]`. `POST /signing-requests/validate` tries out the same call.
         */
        post: operations["createSigningRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try out a send
         * @description The dry run of `POST /signing-requests`: takes the same body, makes every check, fetches and prepares the PDF up to a trial of the seal, and
         *     creates nothing. What the real call would refuse is refused here with the same status, code and message, in the same order; only a used-up plan or
         *     SMS allowance, where the body is fine, is a problem in a 200 with `ok: false`. Sends no email, counts towards no plan and no allowance, and spends one
         *     token of the rate limit. An `Idempotency-Key` has no effect.
         */
        post: operations["validateSigningRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a signing request
         * @description The signer's row with its link and its entries of the audit trail.
         */
        get: operations["getSigningRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the phone number
         * @description Only `phone_e164`, and only while the request is pending, viewed or queued and no code was verified. Emits no event. Codes sent to the
         *     previous number become void, and a verification locked by 30 wrong codes is unlocked. Sending the current number changes nothing.
         */
        patch: operations["updateSigningRequest"];
        trace?: never;
    };
    "/signing-requests/{id}/remind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the invitation again
         * @description Works on pending and viewed requests and sends the same link by the signer's `channel`, also with `send_emails: false`. Of `both`, one is enough. Never extends the expiry. Takes no body; a body
         *     that is sent is ignored. At most once in 60 seconds for each signer, automatic reminders included. Unlocks a verification that was
         *     locked by 30 wrong SMS codes.
         */
        post: operations["remindSigningRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a signing request
         * @description Works on pending, viewed and expired requests. The document can no longer complete. Emits `signing_request.withdrawn` with `withdrawn_by`
         *     `api`. The body is optional; an empty one counts as `{}` whatever its media type, and unknown keys are ignored. A 500 `db_failed` means
         *     that nothing changed and no webhook was sent.
         */
        post: operations["withdrawSigningRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests/{id}/renew-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing link
         * @description For a link that has got into the wrong hands. Returns a new link and sends no email: deliver it yourself, or send a reminder. The
         *     previous link stops working at once, also in a page that is already open, and says that a newer one replaces it. Nothing else changes:
         *     state, expiry, entered values and a verified phone stay, and so do embedded sessions, whose tokens do not depend on the link (end one with
         *     `DELETE /embedded/sign-sessions/{id}`). Emits no event. Works on queued, pending, viewed and signed requests; the link of a signed one
         *     opens the sealed file. Takes no body; a body that is sent is ignored. Each call creates another link.
         */
        post: operations["renewSigningLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-requests/{id}/reassign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the request to another person
         * @description For a request that reached the wrong person. The id, role, order, state and expiry stay; `signing_request.viewed` is not sent again. The
         *     person is replaced as a whole: what you leave out (`name`, `company`, `job_title`, `phone_e164`, `return_url`) is empty for the new one,
         *     except `locale` and `reference`, which stay. The previous link and embedded sessions stop working at once, also in a page that is already
         *     open. The new person is invited by email unless `send_emails` is false or the request is queued. The audit trail names both people.
         *     Emits `signing_request.reassigned`.
         *
         *     Works on queued, pending and viewed requests whose document can still complete, before the signer has saved a value or asked for an SMS code;
         *     having looked at the document does not matter. With `require_sms_verification` a `phone_e164` other than the previous one is required.
         *     Each call creates another link.
         */
        post: operations["reassignSigningRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document
         * @description Its state, its properties and each signer's row.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the file shown to the signers
         * @description The PDF whose hash is the document's `sha256`, from creation until retention.
         */
        get: operations["getDocumentFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the sealed PDF
         * @description The PDF with every signature under one PAdES seal. The `sha256` of `document.completed` and the ETag are the SHA-256 of exactly these
         *     bytes. Served while the document's status is `signed`, until retention.
         */
        get: operations["getSignedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the sealed PDF with later time stamps
         * @description A server may renew sealed files: before the certificate of the newest time stamp expires it adds another one, over the whole file
         *     (PAdES B-LTA), with an audit entry `renewed`. The result begins with the bytes of `/signed`, which stay as they are, and is valid for
         *     longer. Each renewal replaces the one before.
         */
        get: operations["getRenewedDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/signed-with-audit-trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the sealed PDF and its audit trail as one file
         * @description The pages of the sealed document and behind them those of the audit trail, to read, print and file. The pages are copies, which no seal
         *     covers; the sealed file itself, with the bytes of `/signed`, is attached to the PDF. Made on each request: its bytes can differ between
         *     fetches and are not covered by any `sha256`. A page that cannot be copied is named in the trail and stands in the attached file.
         */
        get: operations["getSignedWithAuditTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/audit-trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the audit trail as a PDF
         * @description Rendered from the event log, always in English and whatever `Accept` says, from the first invitation on, also after retention. Once the
         *     document's `status` is no longer `pending`, it carries the seal of this service, with a time stamp, and keeps its bytes until an event is
         *     added, such as a mailed copy or the deletion of the files, or the time stamp ends. Where no seal can be made at the moment, because no
         *     time-stamp authority answers, it comes without one and says so: fetch it again. Its bytes can differ between fetches and are not covered by
         *     any `sha256`.
         */
        get: operations["getAuditTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/abandon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a document that cannot be sealed
         * @description Only while `sealProblem` of the document is not null: everybody has signed and sealing fails for a reason other than a time-stamp
         *     authority. Sealing is not tried again, the status is `abandoned`, and `document.abandoned` is sent. What the signers have signed, the audit
         *     trail and the signed requests stay as they are. Takes no body; one that is sent is not read. Abandoning again answers 200 as the first
         *     time.
         */
        post: operations["abandonDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a staged document
         * @description Invites the first signers of a document that was staged with `review: true`, with the edits of this call; their days count from now. Emits
         *     `template_instance.confirmed` and then `signing_request.sent` with `source: template_instance`. A file becomes `finalized`. The body is optional.
         *     Calling again answers 200 with `already_confirmed: true` and sends nothing. On an error nothing has changed and nothing was sent.
         */
        post: operations["confirmDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a staged document
         * @description Ends the review of a document that was staged with `review: true`: it is not sent. Emits `template_instance.discarded`. Of a file, bytes, values and
         *     metadata are erased first. Takes no body; one that is sent is not read. Discarding again answers 200 with `already_discarded: true`.
         */
        post: operations["discardDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was entered
         * @description The values that the sender gave and those that signers who have signed entered, also of documents without a template. They are in no webhook,
         *     and go with the files at the end of the retention.
         */
        get: operations["listDocumentValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the audit trail as JSON
         * @description The same trail with its hash chain: anyone can recompute each `hash` from this response alone. The head of the chain before sealing is also
         *     inside the seal of the signed PDF.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents/{id}/audit-events/{seq}/disclose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disclose the full address and device of an event
         * @description For proceedings in which the masked `ip` is not enough. Returns what the event commits to by `private_commitment` and was never published,
         *     the full IP address and the whole `User-Agent`, with the salt, so that whoever is given this response can check that these are the values
         *     recorded when it happened: `private_commitment` is the SHA-256 of the 32 bytes of `salt` (64 hexadecimal digits here) followed by the
         *     canonical JSON (RFC 8785) of `committed` in UTF-8, as lowercase hex (`verifyDisclosure` of `@countersign/sdk/verify`).
         *
         *     It needs a key of scope `disclose`, which an owner has to make for it: no other key has this right of owners, `full` included. Each call adds
         *     an event `disclosed` to the audit trail, before the values are returned, with `event` (the `seq`), `reason` and `disclosed_by`
         *     (the name of the key); everybody who may read the trail reads that. Emits no webhook. Retention keeps these values, as it keeps the trail;
         *     when an owner erases the document, they are deleted (`deleted_by_retention`).
         */
        post: operations["discloseAuditEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the field registry
         * @description The fields that templates of this workspace can use, sorted by key. An empty list when there are none.
         */
        get: operations["listFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates
         * @description Newest change first. Without `status` only locked ones, which can be used.
         */
        get: operations["listTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a template
         * @description Templates as code: creates a template, or replaces the draft of one, from what `GET /templates/{id}/export` returned and its PDF. Its fields are
         *     created in the registry, or updated there. The result is a draft; with `lock: true` it is locked at once, as a new version when its content
         *     changed. A template that is being replaced keeps its locked versions. Nothing is changed on an error.
         */
        post: operations["importTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a template's input contract
         * @description What instantiate and generate accept: the signing slots and the values. Works in every state; a template that has never been locked shows its
         *     draft. Send an instantiate call with `validate_only` to check a body against it.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a template
         * @description The draft of a draft, else the newest locked version, as import accepts it, so that templates can be kept and reviewed in a repository.
         */
        get: operations["exportTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/instantiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fill a template and send it
         * @description Prints the values into the template's PDF, creates one signing request for each slot, invites those whose turn it is unless `send_emails` is
         *     false, and returns every signing link. Emits `signing_request.sent` once, for the first signer. With `review: true` the document is staged
         *     instead: nobody is invited, `template_instance.staged` is sent, and `POST /documents/{id}/confirm` or `/discard` decides within 14 days. With
         *     `validate_only: true` nothing is created. The template's PDF is a prefix of the signed one. Nothing is created on any error.
         *
         *     The legacy path `POST /api/templates/{id}/instantiate` runs the same code.
         */
        post: operations["instantiateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a file from a template
         * @description Prints the values into the template's PDF and streams it. Nobody signs it: values for signers' fields are printed too, and signature fields
         *     stay empty. Nothing is stored. With `review: true` the file is also staged: `template_instance.staged` is sent with `kind: file`, and
         *     `POST /documents/{id}/confirm` makes it `finalized` or `/discard` erases it, within 14 days; `X-Document-Id` names it.
         *
         *     The body is not JSON, so unknown keys are named in `X-Unknown-Fields`. An `Idempotency-Key` has an effect with `review: true` only; a repeated
         *     call streams the staged file again, or is 409 `discarded`. Nothing is created on any error.
         */
        post: operations["generateTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch a template's PDF
         * @description The PDF that `GET /templates/{id}/export` belongs to, as it was uploaded.
         */
        get: operations["getTemplateFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the hooks
         * @description The enabled hooks, newest first, without their secrets. A failure never appears as an empty list.
         */
        get: operations["listHooks"];
        put?: never;
        /**
         * Subscribe
         * @description An enabled hook for the same address is replaced (the case of scheme and host, the default port, a dot after the host and a
         *     fragment make no difference): it is disabled, keeps its log, and its pending deliveries move to the new hook if that subscribes
         *     to their events, with their `event_id`; the rest are given up. Redeliver those that were given up before posting again. Of two
         *     concurrent calls the newest hook wins. Nothing is created on an error.
         *     An unknown key is ignored and named in `warnings[]` (`unknown_field`).
         */
        post: operations["createHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unsubscribe
         * @description Deletes the hook and its delivery log. Idempotent: an unknown id, a hook of another workspace and a document's own hook also return
         *     204, and nothing is deleted. Takes no body.
         */
        delete: operations["deleteHook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description For 24 hours deliveries carry two signatures, the new secret's first. Rotating again within that time replaces the previous secret at once,
         *     so that there are never more than two. Also works on a disabled hook. Takes no body; a body that is sent is ignored.
         */
        post: operations["rotateHookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test ping
         * @description Sends `{ event: "ping", event_id, created_at }` to this hook only, whatever it subscribes to: signed, one attempt, never retried, logged
         *     as `ping`. At most 10 pings and redeliveries a minute for each hook. Takes no body; a body that is sent is ignored.
         */
        post: operations["testHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the delivery log
         * @description The last 100 deliveries, newest first, also of a disabled hook. The body that was sent is not in the log.
         */
        get: operations["listHookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description One immediate attempt with the same `event_id` and the same body in the hook's current payload mode, signed anew. A successful delivery
         *     may be sent again. If the attempt fails, a pending delivery stays on its schedule; any other is `giving_up`. At most 10 pings and
         *     redeliveries a minute for each hook, rejected calls not counted. Takes no body; a body that is sent is ignored.
         */
        post: operations["redeliverHookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/hooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver all deliveries that were given up
         * @description One more attempt for every delivery that was given up at or after `since`, e.g. after an outage of the receiver: those in the log, and
         *     any others given up in the last 30 days. The attempts start at once, as many at a time as the receiver can handle, with the same
         *     `event_id`, the hook's current payload mode, signed anew. A delivery that fails is given up again. Pending deliveries keep their
         *     schedule; pings are excluded. Does not count towards the 10 pings and redeliveries a minute.
         */
        post: operations["recoverHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sandboxes
         * @description The sandboxes of the workspace, newest first.
         */
        get: operations["listSandboxes"];
        put?: never;
        /**
         * Make a sandbox
         * @description A workspace of its own, with hooks, documents, limits and a clock of its own, and the templates and fields of this one. Its mails and text
         *     messages are kept for `GET /sandbox/messages` and sent to nobody, and its documents are sealed by a test authority and marked as a
         *     test. The answer holds its first key; at most 20 exist at a time, so that parallel runs of a CI do not meet.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase a sandbox
         * @description Erases the sandbox with everything in it, its keys included. It also ends by itself, at `ends_at`.
         */
        delete: operations["deleteSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Empty the sandbox
         * @description Erases every document, message, event and call of the sandbox. Its keys, hooks and clock stay.
         */
        delete: operations["clearSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages
         * @description The mails and text messages that the sandbox would have sent, newest first, at most 50. To wait for one, pass the `id` of the newest that
         *     you know as `after`, and `wait`.
         */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/signing-requests/{id}/act": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act as a signer
         * @description Does what the signer would do on the page of the link, with the same checks. `sign` does all that is needed before: it opens the document, verifies
         *     the phone, fills what is required with sample values unless `values` says otherwise, consents and signs.
         */
        post: operations["actAsSigner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description The time of the sandbox. It runs on by itself; what is due happens when the clock is moved.
         */
        get: operations["getClock"];
        /**
         * Move the clock
         * @description Moves the time of the sandbox forward, and does everything that falls due on the way, in its order, before it answers: reminders, expiry, the
         *     end of review windows, retries of webhooks, scheduled sends, retention. At most 100 days a call and two years in all. Seals, their time-stamps and the
         *     `t` of webhook signatures stay in real time.
         */
        put: operations["moveClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the events
         * @description The events of the workspace, oldest first, each with the body that a webhook has, whether or not a hook subscribes to it. For catching
         *     up, for a program that no webhook can reach, and for tests. Events are kept for 30 days, those of a sandbox as long as it exists. Go on with `after: next_after`.
         *
         *     The order is that of the commits: none is ever inserted before one that was read, so none is skipped and none comes twice. An event may
         *     come after a webhook about it, as it waits for older changes that are still being made.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retired; use POST /signing-requests
         * @deprecated
         * @description Retired on 2026-07-31. Responds without reading the key or the body and spends no token.
         */
        post: operations["createDocumentRetired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embedded/sign-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a signing session for a frame
         * @description Mints a short-lived session for one signer; show its `embed_url` in an iframe of your page, or as the page of a mobile webview. The
         *     request must be pending or viewed. A signer with `sms_gate: before_view` verifies the phone through the emailed link; until then the
         *     frame says `sms_required`.
         */
        post: operations["createEmbeddedSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embedded/sign-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an embedded session
         * @description Does not require Enterprise. The frame's URL is never shown again.
         */
        get: operations["getEmbeddedSession"];
        put?: never;
        post?: never;
        /**
         * Revoke an embedded session
         * @description The frame stops at once: its next call is rejected, and it reports `revoked`. Revoking again returns 204 and changes nothing. Does not
         *     require Enterprise.
         */
        delete: operations["revokeEmbeddedSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/embedded/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retired; use POST /embedded/sign-sessions
         * @deprecated
         * @description Retired on 2026-07-31. Responds without reading the key or the body and spends no token.
         */
        post: operations["createEmbeddedSessionRetired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "signing_request.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signer is invited
         * @description Once for each document, for the first signer, and once for each signer released by a sequential send; also with `send_emails: false`.
         */
        post: operations["onSigningRequestSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signer first loaded the document
         * @description Once for each signer.
         */
        post: operations["onSigningRequestViewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.sms_sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An SMS code was sent
         * @description One for each code that the provider accepted, resends included.
         */
        post: operations["onSigningRequestSmsSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.sms_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A requested SMS code could not be sent
         * @description Our own limit of 4 requests per minute and address emits nothing, and neither does a wrong code.
         */
        post: operations["onSigningRequestSmsFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.sms_verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The correct code was entered
         * @description Once for each signing request.
         */
        post: operations["onSigningRequestSmsVerified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.signed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signer signed
         * @description Once for each signer. May arrive after the `sent` of the next signer.
         */
        post: operations["onSigningRequestSigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.declined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signer declined
         * @description The document can no longer complete.
         */
        post: operations["onSigningRequestDeclined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.withdrawn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signing request was withdrawn
         * @description By a key or a dashboard user.
         */
        post: operations["onSigningRequestWithdrawn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signing request passed its expiry
         * @description Once for each request; queued followers emit nothing and the document never completes.
         */
        post: operations["onSigningRequestExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.email_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An invitation could not be delivered
         * @description The invitation or a reminder was refused or came back, and the signer has no other. `reassign` gives the request to a corrected address.
         */
        post: operations["onEmailFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.hand_over_proposed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signer names the right person
         * @description The signer says that the document is for somebody else. Nothing has changed yet; `reassign` gives the request to that person.
         */
        post: operations["onHandOverProposed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_request.reassigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A signing request was given to another person
         * @description Once for each reassignment. The id stays, and `signing_request.viewed` is not sent again.
         */
        post: operations["onSigningRequestReassigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All signers have signed and the PDF is sealed
         * @description Once for each document, never for one with a declined, withdrawn or expired signer. Deduplicate on `document_id` too, fetch both files with your key and compare `sha256` with the bytes of the PDF.
         */
        post: operations["onDocumentCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.seal_delayed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The seal cannot be made
         * @description Everybody has signed, and sealing has failed for ten minutes for a reason other than a time-stamp authority. Once for each document. Sealing is tried on; `document.completed` follows when it succeeds.
         */
        post: operations["onDocumentSealDelayed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document that cannot be sealed was ended
         * @description By `POST /documents/{id}/abandon`. `document.completed` will never follow.
         */
        post: operations["onDocumentAbandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template_instance.staged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An instance is waiting for review
         * @description Instantiate or generate with `review: true`.
         */
        post: operations["onTemplateInstanceStaged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template_instance.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A staged instance was confirmed
         * @description Its invitations were released, or the file was finalized.
         */
        post: operations["onTemplateInstanceConfirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "template_instance.discarded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A staged instance was discarded
         * @description By a call or a person, or automatically after 14 days.
         */
        post: operations["onTemplateInstanceDiscarded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test ping
         * @description Only from `POST /hooks/{id}/test`; cannot be subscribed to.
         */
        post: operations["onPing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The path does not support this method; `Allow` lists those it does.
         * @example {
         *       "error": "This path has GET and HEAD.",
         *       "code": "method_not_allowed"
         *     }
         */
        MethodNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "method_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * Format: date-time
         * @description ISO 8601, UTC.
         * @example 2026-10-12T08:15:30.000Z
         */
        Timestamp: string;
        Me: {
            /** @description The workspace that the key belongs to. */
            workspace: {
                /**
                 * Format: uuid
                 * @description UUID of the workspace, the `workspace_id` of full webhooks.
                 */
                id: string;
                /** @description What people read, e.g. in emails to signers unless a sender name is set. */
                name: string;
                /** @description Its short name: 1 to 48 small letters, digits and hyphens. The owner may change it; keep `id`. */
                slug: string;
                /** @description For display only; never branch on it. */
                tier: string;
            };
            /** @description The key that makes this call. */
            key: {
                /**
                 * Format: uuid
                 * @description UUID of the key; not a secret.
                 */
                id: string;
                /**
                 * @description One of: `full` may do everything but disclose, `read` only reads, `disclose` reads and discloses the full address and device of an
                 *     event of an audit trail, `embedded` calls `/embedded/*` alone (and so never gets this response).
                 */
                scopes: ("full" | "read" | "embedded" | "disclose")[];
            };
            /** @description What the plan and this server allow. Branch on it, never on `tier`. */
            capabilities: {
                /** @description Whether embedded signing sessions can be created; if not, the call is 402 `enterprise-required`. */
                embedded_signing: boolean;
                /** @description Whether templates can be instantiated, generated and confirmed; if not, these calls are 402 `enterprise-required`. */
                templates: boolean;
                /** @description Whether webhooks can be registered. */
                webhooks: boolean;
                /** @description Whether signers can be verified by a code sent to their phone, which makes the signature advanced (AES). */
                sms_verification: boolean;
                /** @description Whether a key can be restricted to addresses of callers. */
                ip_allowlist: boolean;
                /** @description Whether documents can carry `metadata`. */
                metadata: boolean;
            };
            /** @description Whether the key is one of a sandbox. */
            sandbox: boolean;
            /** @description Text messages of the workspace in this calendar month (UTC). */
            sms_allowance: {
                /** @description SMS codes allowed this month. */
                monthly: number;
                /** @description Messages used this month, those being sent included. */
                used: number;
                /** @description Messages left this month; never below 0. */
                remaining: number;
                /** @description 00:00 UTC on the 1st of the month. */
                resets_at: components["schemas"]["Timestamp"];
            };
        };
        /** @description What is wrong, for people. It may change, so match `code` and never this. */
        ErrorText: string;
        /**
         * Format: uri
         * @description The page of this code: what causes it, an example, what to do.
         * @example https://sign.example.com/docs/errors#invalid_request
         */
        DocUrl: string;
        /**
         * @description The bearer token is missing, malformed, unknown or revoked, or limited to `/embedded/*`.
         * @example {
         *       "error": "A valid API key is required: Authorization: Bearer <key>.",
         *       "code": "invalid_key"
         *     }
         */
        InvalidKeyError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_key";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The key is restricted to other addresses.
         * @example {
         *       "error": "This key may not be used from 203.0.113.9.",
         *       "code": "ip_not_allowed",
         *       "ip": "203.0.113.9"
         *     }
         */
        IpNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "ip_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The observed address, null when it is unknown. */
            ip: string | null;
        };
        /**
         * @description The database failed; nothing was changed.
         * @example {
         *       "error": "The database could not be reached; try again.",
         *       "code": "db_failed"
         *     }
         */
        DbFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "db_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description An unexpected failure of the service; find it in the logs by its `X-Request-Id`.
         * @example {
         *       "error": "Something went wrong on our side (5f0c2a7d-9b3e-41c8-a6f2-d4b17c09e832).",
         *       "code": "internal_error"
         *     }
         */
        InternalError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "internal_error";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * Format: email
         * @description Surrounding white space is removed. An internationalised domain name must be in its `xn--` form.
         * @example ada@example.com
         */
        Email: string;
        /**
         * @description 1 to 64 letters and digits of any script, space and `_ . -`; surrounding white space is removed; compared exactly.
         * @example tenant
         */
        Role: string;
        /**
         * @description Language of the invitation and of the signing page. An unknown value is rejected; languages are added without notice.
         * @enum {string}
         */
        Locale: "en" | "de" | "fr" | "it" | "es" | "pt" | "nl" | "pl" | "sv" | "da" | "cs" | "ar";
        /**
         * @description E.164.
         * @example +41791234567
         */
        Phone: string;
        /**
         * @description The document is shown only after the SMS code was verified.
         * @enum {string}
         */
        SmsGate: "before_view";
        /**
         * @description Where this signer goes on after signing or declining: a button on the last page of the hosted link (not in a frame), to exactly this address; nothing
         *     is added to it. https, without credentials, with an origin that is registered on the key; else 400 `return_url_not_allowed`.
         * @example https://app.example.com/leases/7731?step=done
         */
        ReturnUrl: string | null;
        /**
         * @description Strict; an unknown key is rejected with 400 `unknown_signer_field`.
         * @example {
         *       "email": "ada@example.com",
         *       "role": "tenant",
         *       "name": "Ada Lovelace",
         *       "reference": "cust-17"
         *     }
         */
        SignerInput: {
            /** @description The signer's address: the invitation goes there. Surrounding white space is removed. */
            email: components["schemas"]["Email"];
            /** @description Matches the role of markers and explicit fields. Required when one of them has to name this signer. */
            role?: components["schemas"]["Role"] | null;
            /** @description The whole name, instead of `first_name` and `last_name`; both forms together are rejected. Without a name the signer types it on the page; a name of invisible characters only counts as none. */
            name?: string | null;
            /** @description Together with `last_name`. */
            first_name?: string | null;
            /** @description Together with `first_name`. */
            last_name?: string | null;
            /** @description Language of the invitation and the signing page; default `en`. */
            locale?: components["schemas"]["Locale"] | null;
            /** @description Required when `require_sms_verification` is true. */
            phone_e164?: components["schemas"]["Phone"] | null;
            /** @description The signer must enter a code sent to `phone_e164`, which makes the signature advanced (AES). Default false. */
            require_sms_verification?: boolean | null;
            /** @description This signer's own gate; overrides the top-level `sms_gate`; null means no gate. `before_view` requires `require_sms_verification` to be true. */
            sms_gate?: components["schemas"]["SmsGate"] | null;
            /** @description Your own id for this signer, included in every event and read. */
            reference?: string | null;
            /** @description The signer's company; in events and in the audit trail. */
            company?: string | null;
            /** @description The signer's position in the company; in events and in the audit trail. */
            job_title?: string | null;
            /**
             * @description Sequential send: given for all signers or for none, without duplicates; the default is the order of the array. Parallel send:
             *     ignored with a warning in `warnings[]` (`ignored_field`).
             */
            signing_order?: number | null;
            return_url?: components["schemas"]["ReturnUrl"];
        };
        /** @description Two signers may share an email address; the roles given must be unique. */
        Signers: components["schemas"]["SignerInput"][];
        /**
         * @description `anchors` (default): markers `[[ls:KIND:ROLE]]` in the PDF's text become fields and are removed before a signer sees the page; KIND is
         *     signature, initial, date, name or text; text and name may have a field key, `[[ls:text:ROLE:FIELD_KEY]]`. A kind other than text may
         *     appear once per page and role. With no marker at all the call falls back to `auto_append`: an appended page with one block for
         *     each signer. A role with markers but without a signature or initial gets such a block too. `explicit`: the boxes of `fields`. `manual` is
         *     retired (400 `placement_retired`).
         * @enum {string|null}
         */
        PlacementInput: "anchors" | "auto_append" | "explicit" | "manual" | null;
        /**
         * @description What the signer does in the box.
         * @enum {string}
         */
        FieldKind: "signature" | "initial" | "date" | "name" | "text" | "checkbox";
        /** @example deposit_amount */
        FieldKey: string;
        /**
         * @description Fractions 0 to 1 of the page as displayed (its CropBox after /Rotate), origin top-left. `x + w` and `y + h` are at most 1 (within 0.000001).
         * @example {
         *       "role": "tenant",
         *       "kind": "signature",
         *       "page": 1,
         *       "x": 0.1,
         *       "y": 0.8,
         *       "w": 0.3,
         *       "h": 0.05
         *     }
         */
        FieldInput: {
            role: components["schemas"]["Role"];
            kind: components["schemas"]["FieldKind"];
            /** @description From 1. */
            page: number;
            /** @description Left edge of the box, as a fraction of the page width from the left. */
            x: number;
            /** @description Top edge of the box, as a fraction of the page height from the top. */
            y: number;
            /** @description Width of the box, as a fraction of the page width. */
            w: number;
            /** @description Height of the box, as a fraction of the page height. */
            h: number;
            /** @description Your key for the box, returned as `fieldKey` and with its value; a letter and at most 63 letters, digits or `_ . -`. */
            field_key?: components["schemas"]["FieldKey"] | null;
            /** @description Default true; a signature is always required. */
            required?: boolean | null;
            /** @description What the signer reads as the field's name; without it the server takes what is printed beside the box, or the key in words. */
            label?: string | null;
            /** @description Maximum number of characters the signer may type. */
            max_length?: number | null;
        };
        /** @description The boxes, required with `placement` `explicit` and rejected with any other. */
        FieldsInput: components["schemas"]["FieldInput"][] | null;
        /**
         * @description Your own reference, a flat object: at most 50 keys of 1 to 40 characters of `[A-Za-z0-9_.-]`, but not `__proto__`; each value a string of at most 500
         *     characters, a number, a boolean or null; at most 8 KB as UTF-8 JSON. Stored on the document and echoed by the create call, by
         *     `GET /documents/{id}` and by every full webhook that names the document.
         * @example {
         *       "order": "7731",
         *       "tower": "B",
         *       "deposit": 1200,
         *       "vip": false
         *     }
         */
        Metadata: {
            [key: string]: string | number | boolean | null;
        };
        /** @description Checked as a whole; a violation is 400 `invalid_metadata` with `problems[]`. */
        MetadataInput: components["schemas"]["Metadata"] | null;
        /**
         * @description False: no email of any kind is sent for this document, unless you request a reminder; you deliver each `signingUrl` yourself. Anything
         *     but a boolean is rejected, including null.
         * @default true
         */
        SendEmails: boolean;
        /**
         * @description `parallel` (default): all signers are invited at once. `sequential`: one after the other, by `signing_order`.
         * @enum {string|null}
         */
        SigningModeInput: "sequential" | "parallel" | null;
        /** @description Get a copy of the sealed PDF and never sign. */
        ObserverEmails: components["schemas"]["Email"][] | null;
        /**
         * Format: uri
         * @description A webhook for this document alone: an https URL with a public address. It gets every event with the full body, signed with the
         *     `callback.secret` of this response. Not a URL: 400 `invalid_request`; not https: 400 `https_required`; a private address: 400 `url_not_public`.
         */
        CallbackUrl: string | null;
        /** @description Applies to every signer; one without `require_sms_verification` makes the call 400 `invalid_request`. */
        SmsGateInput: components["schemas"]["SmsGate"] | null;
        /** @description The document's name as shown to signers; default the file's name. */
        Title: string | null;
        /** @description A text in the invitation; may contain line breaks. */
        Message: string | null;
        /** @description The subject of the invitation, instead of ours; a reminder says that it is one and repeats it. */
        Subject: string | null;
        /** @description Where answers to this document's emails go, and questions from its signing page; default the workspace's reply address, without one the address that sends them. */
        ReplyTo: components["schemas"]["Email"] | null;
        /** @description Days from the invitation until the signing request expires; default 14. */
        ExpiresInDays: number | null;
        /** @description Not an option of this call: true is 400 `invalid_request`, so that a dry run sends nothing. The dry run is `POST /signing-requests/validate`. */
        ValidateOnly: boolean | null;
        /** @description The PDF as a part, every other part JSON-encoded; a string part may also be raw (`anchors` or `"anchors"`), a list one part for each element. */
        SigningRequestUpload: {
            /**
             * Format: binary
             * @description The PDF, at most 25 MB (26,214,400 bytes). Its declared type is `application/pdf`, `application/octet-stream` or absent, and `%PDF-` is
             *     in its first 1,024 bytes, else 415. Its file name has at most 200 characters.
             */
            file: Blob;
            /** @description JSON only; rejected together with `file`. */
            file_url?: null;
            signers: components["schemas"]["Signers"];
            placement?: components["schemas"]["PlacementInput"];
            fields?: components["schemas"]["FieldsInput"];
            metadata?: components["schemas"]["MetadataInput"];
            send_emails?: components["schemas"]["SendEmails"];
            signing_mode?: components["schemas"]["SigningModeInput"];
            observer_emails?: components["schemas"]["ObserverEmails"];
            callback_url?: components["schemas"]["CallbackUrl"];
            sms_gate?: components["schemas"]["SmsGateInput"];
            title?: components["schemas"]["Title"];
            message?: components["schemas"]["Message"];
            subject?: components["schemas"]["Subject"];
            reply_to?: components["schemas"]["ReplyTo"];
            expires_in_days?: components["schemas"]["ExpiresInDays"];
            validate_only?: components["schemas"]["ValidateOnly"];
        };
        SigningRequestFromUrl: {
            /** @description Multipart only; rejected together with `file_url`. */
            file?: null;
            /**
             * Format: uri
             * @description An http or https URL without credentials, fetched by the service from a public address only; redirects are not followed. The server has
             *     5 s to accept the connection, 10 s to the first byte and 30 s in all. A failure is 422 `file_fetch_failed`, a private address 400
             *     `url_not_public`, more than 25 MB 413, anything but a PDF 415.
             * @example https://files.example.com/lease.pdf
             */
            file_url: string;
            signers: components["schemas"]["Signers"];
            placement?: components["schemas"]["PlacementInput"];
            fields?: components["schemas"]["FieldsInput"];
            metadata?: components["schemas"]["MetadataInput"];
            send_emails?: components["schemas"]["SendEmails"];
            signing_mode?: components["schemas"]["SigningModeInput"];
            observer_emails?: components["schemas"]["ObserverEmails"];
            callback_url?: components["schemas"]["CallbackUrl"];
            sms_gate?: components["schemas"]["SmsGateInput"];
            title?: components["schemas"]["Title"];
            message?: components["schemas"]["Message"];
            subject?: components["schemas"]["Subject"];
            reply_to?: components["schemas"]["ReplyTo"];
            expires_in_days?: components["schemas"]["ExpiresInDays"];
            validate_only?: components["schemas"]["ValidateOnly"];
        };
        /**
         * Format: uuid
         * @description The document, as in the paths below `/documents`.
         */
        DocumentId: string;
        /**
         * Format: uuid
         * @description The signer's row in the document, as in the paths below `/signing-requests`.
         */
        SigningRequestId: string;
        /**
         * @description True: the invitation was committed for sending. False: `send_emails` was false, the signer is still queued, the address's domain accepts
         *     no mail, or the mail provider finally rejected it.
         */
        Emailed: boolean;
        /**
         * @description `aes` (advanced): the signer is verified by a one-time code sent to a phone. `ses` (simple): by their own link or embedded session alone,
         *     whether the service sent the link or you passed it on.
         * @enum {string}
         */
        SignatureLevel: "ses" | "aes";
        CreatedSigner: {
            /** @description The signer's role, which markers and fields name; null without one. */
            role: string | null;
            signingRequestId: components["schemas"]["SigningRequestId"];
            /** @description The signer's personal link. A queued signer already has one; its page says that it is not their turn yet. */
            signingUrl: string;
            emailed: components["schemas"]["Emailed"];
            /** @description The signer's address, where the invitation goes. */
            email: string;
            /** @description The signer's whole name; null until the signer has typed it. */
            name: string | null;
            /**
             * @description `pending`: invited. `queued`: an earlier signer of a sequential send comes first.
             * @enum {string}
             */
            status: "pending" | "queued";
            /** @description Position in a sequential send, null in a parallel one. */
            order: number | null;
            locale: components["schemas"]["Locale"];
            /** @description Your own id for this signer; null when none was given. */
            reference: string | null;
            /** @description The signer's company; null when none was given. */
            company: string | null;
            /** @description The signer's position in the company; null when none was given. */
            jobTitle: string | null;
            /** @description Where the signer may go on at the end. */
            returnUrl: string | null;
            /** @description Whether the signer must enter a code sent to their phone before signing. */
            requireSmsVerification: boolean;
            /** @description `before_view`: the document is shown only after the code was verified. Null: it is shown at once. */
            smsGate: components["schemas"]["SmsGate"] | null;
            signatureLevel: components["schemas"]["SignatureLevel"];
            /** @description Null while queued; counted from the invitation. */
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description How the boxes were placed; `auto_append` also when `anchors` found no marker.
         * @enum {string}
         */
        PlacementUsed: "anchors" | "auto_append" | "explicit";
        /** @description Markers found in the file, whatever the placement; `explicit` and `auto_append` leave them on the page. */
        MarkersFound: number;
        /**
         * @description Shown once. The HMAC key is this whole string, prefix included, as UTF-8 bytes.
         * @example whsec_0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978
         */
        WebhookSecret: string;
        /**
         * @description `unknown_field`: an unknown top-level key was ignored. `deprecated_field`: a spelling that will be rejected. `unknown_column`: a collection
         *     column the table lacks. `ignored_field`: a key that has no effect here, e.g. `signing_order` in a parallel send. `malformed_marker`: text
         *     that looks like a marker was left on the page, because it is malformed or is in an annotation or form field, where markers
         *     are not read; at most 20 are named, then one warning counts the rest. `signature_block_appended`: a role has markers but no signature or initial, so
         *     a block was appended on a last page. `active_content_removed` and `attachments_removed`: content that a signed document must not contain was removed;
         *     XML that a PDF/A-3 file carries, such as the invoice of Factur-X, stays.
         *     `leading_bytes_removed`: bytes before the `%PDF-` header were removed. `markers_not_used`: the PDF has markers, as far as its content can be
         *     read, but `placement` is `auto_append` or `explicit`; they stay on the page. `file_truncated`: the end of the PDF is missing, as after an
         *     interrupted transfer; pages may be missing too. `missing_glyph`: no font of the server has a character of the title, of a name or of another
         *     text that the document or its audit trail shows; a box is shown in its place. `encryption_removed`: the PDF was encrypted
         *     but opens without a password; it is stored, shown and sealed without its encryption. `conformance_lost`: the PDF claims to be PDF/A, PDF/UA or
         *     Factur-X of a kind that a signed file would not be, so the claim was removed from its metadata; in a PDF that
         *     is already signed the claim stays, and holds for that revision alone. The message says which and why. `unusual_page`: a page is so small or
         *     so large, or cropped to such a place, that viewers may not show what is written on it. `attachments_removed` names the files of a portfolio,
         *     of which only the cover is signed. `earlier_signature`: a signature that the PDF brings along is not valid, or could not be checked; it is
         *     accepted, and named in `earlierSignatures`. `marks_as_fields`: the PDF is already signed, so what the signers write is added as signature
         *     fields, which keeps its signatures valid; viewers built on MuPDF show an arrow in place of each.
         * @enum {string}
         */
        WarningCode: "unknown_field" | "deprecated_field" | "unknown_column" | "ignored_field" | "malformed_marker" | "signature_block_appended" | "active_content_removed" | "attachments_removed" | "leading_bytes_removed" | "markers_not_used" | "file_truncated" | "missing_glyph" | "encryption_removed" | "conformance_lost" | "unusual_page" | "earlier_signature" | "marks_as_fields";
        /**
         * @description Something that was ignored or done for you. A warning never fails the call.
         * @example {
         *       "field": "signer",
         *       "code": "unknown_field",
         *       "message": "\"signer\" is not a key of this call and was ignored; from 2026-12-31 it is refused."
         *     }
         */
        Warning: {
            /** @description The key in question; `file` for something found in the PDF. */
            field: string;
            code: components["schemas"]["WarningCode"];
            /** @description For people, may change. */
            message: string;
        };
        /**
         * @description SHA-256 in lowercase hex.
         * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
         */
        Sha256: string;
        EarlierSignature: {
            /** @description Name of its field in the PDF. */
            field: string;
            /**
             * @description `timestamp`: a document time-stamp.
             * @enum {string}
             */
            kind: "certification" | "approval" | "timestamp";
            /**
             * @description `valid`: the bytes it covers are those that were signed; whom to trust is not judged. `invalid`: they are not. `unknown`: it is in a form
             *     or with an algorithm that is not read here.
             * @enum {string}
             */
            state: "valid" | "invalid" | "unknown";
            /** @description Subject of its certificate; null where it cannot be read. */
            signer: string | null;
        };
        PlacedField: {
            /** @description Null for a signer without a role. */
            role: string | null;
            kind: components["schemas"]["FieldKind"];
            /** @description From 1. */
            page: number;
            /** @description Left edge of the box, as a fraction of the page width from the left. */
            x: number;
            /** @description Top edge of the box, as a fraction of the page height from the top. */
            y: number;
            /** @description Width of the box, as a fraction of the page width. */
            w: number;
            /** @description Height of the box, as a fraction of the page height. */
            h: number;
            /** @description The key of the marker or of the explicit field; null without one. */
            fieldKey: string | null;
            /**
             * @description What the signer reads as the field's name: your `label`, else the PDF form field's own name or the label printed beside, above or under
             *     the box, else the field's key in words. Null: the page counts it (`Text 2 of 3`).
             */
            label: string | null;
        };
        SigningRequestCreated: {
            documentId: components["schemas"]["DocumentId"];
            /**
             * @description Always `pending` at creation.
             * @constant
             */
            status: "pending";
            /** @description In the order of the request. */
            signers: components["schemas"]["CreatedSigner"][];
            placement: components["schemas"]["PlacementUsed"];
            /** @description What was found in the PDF. */
            anchors: {
                found: components["schemas"]["MarkersFound"];
            };
            /** @description The `metadata` of the call; null when none was given. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description Only when `callback_url` was set. */
            callback?: {
                secret: components["schemas"]["WebhookSecret"];
            };
            /** @description What was ignored or done for you; empty when there is nothing to say. A warning never fails the call. */
            warnings: components["schemas"]["Warning"][];
            /** @description SHA-256 of the file that the signers are shown, the same as in `GET /documents/{id}`. */
            sha256: components["schemas"]["Sha256"];
            /**
             * @description SHA-256 of the file as you sent it. The signed PDF begins with these bytes, less any before the `%PDF-` header, which are cut off
             *     (warning `leading_bytes_removed`), and unless the file was encrypted (warning `encryption_removed`).
             */
            originalSha256: components["schemas"]["Sha256"];
            /** @description The signatures that the PDF brought along, oldest first. */
            earlierSignatures: components["schemas"]["EarlierSignature"][];
            /** @description The boxes as placed. */
            fields: components["schemas"]["PlacedField"][];
        };
        /**
         * @description The body is not valid JSON or fails validation; `meta.path` is its location.
         * @example {
         *       "error": "signers[0].phone_e164 is required when require_sms_verification is true.",
         *       "code": "invalid_request",
         *       "meta": {
         *         "path": "signers[0].phone_e164"
         *       }
         *     }
         */
        InvalidRequestError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_request";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What is invalid, and where. */
            meta?: {
                /** @description The first invalid location, e.g. `signers[0].email`. */
                path?: string;
                /** @description Pages of the PDF, where `fields[i].page` is beyond them. */
                page_count?: number;
                /** @description All invalid locations. */
                issues?: {
                    /** @description The invalid location, e.g. `signers[0].phone_e164`. */
                    path: string;
                    /** @description What is wrong there, for people; may change. */
                    message: string;
                }[];
            };
        };
        /**
         * @description A signer has unknown keys.
         * @example {
         *       "error": "signers[0] holds the unknown key \"phone\"; did you mean \"phone_e164\"?",
         *       "code": "unknown_signer_field",
         *       "meta": {
         *         "signers": [
         *           {
         *             "index": 0,
         *             "fields": [
         *               "phone"
         *             ]
         *           }
         *         ],
         *         "accepted": [
         *           "email",
         *           "role",
         *           "name",
         *           "phone_e164"
         *         ]
         *       }
         *     }
         */
        UnknownSignerFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_signer_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The signers with unknown keys. */
                signers: {
                    /** @description Index in `signers`, from 0. */
                    index: number;
                    /** @description The unknown keys, as sent. */
                    fields: string[];
                }[];
                /** @description The keys a signer may have. */
                accepted: string[];
            };
        };
        /**
         * @description A key that the call does not accept. On PATCH immediately; on the create call from 2026-12-31 (a warning until then).
         * @example {
         *       "error": "Only phone_e164 can be changed, not \"email\".",
         *       "code": "unknown_field",
         *       "meta": {
         *         "fields": [
         *           "email"
         *         ],
         *         "accepted": [
         *           "phone_e164"
         *         ]
         *       }
         *     }
         */
        UnknownFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The unknown keys, as sent. */
                fields: string[];
                /** @description The keys that the call accepts. */
                accepted: string[];
            };
        };
        MetadataProblem: {
            /** @description `metadata` or `metadata.<key>`. */
            field: string;
            /**
             * @description `value_too_long` also stands for a number that cannot be stored exactly: an integer beyond 2^53 that JSON parsers round, or one out of range. Send such a number as a string.
             * @enum {string}
             */
            code: "too_many_keys" | "key_invalid" | "value_too_long" | "not_flat" | "too_large";
            /** @description For people, may change. */
            message: string;
        };
        /**
         * @description `metadata` is not a flat object within its limits; `problems[]` lists every violation.
         * @example {
         *       "error": "metadata.order must be a string, number, boolean or null.",
         *       "code": "invalid_metadata",
         *       "problems": [
         *         {
         *           "field": "metadata.order",
         *           "code": "not_flat",
         *           "message": "must be a string, number, boolean or null"
         *         }
         *       ]
         *     }
         */
        InvalidMetadataError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_metadata";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Every violation of the limits, at least one. */
            problems: components["schemas"]["MetadataProblem"][];
        };
        /**
         * @description `Idempotency-Key` is not 1 to 255 printable ASCII characters, or was sent twice.
         * @example {
         *       "error": "Idempotency-Key must be 1 to 255 printable ASCII characters.",
         *       "code": "invalid_idempotency_key"
         *     }
         */
        InvalidIdempotencyKeyError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_idempotency_key";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The PDF has markers, but none for this signer's role.
         * @example {
         *       "error": "signers[1].role \"tenant\" has no marker in the PDF; markers found: landlord (2).",
         *       "code": "signer_has_no_anchor",
         *       "meta": {
         *         "role": "tenant"
         *       }
         *     }
         */
        SignerHasNoAnchorError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "signer_has_no_anchor";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The signer without a marker. */
            meta: {
                /** @description The role, null for a signer without one. */
                role: string | null;
            };
        };
        /**
         * @description The same marker of kind signature, initial, date or name appears twice on a page for one role.
         * @example {
         *       "error": "Page 3 holds two signature markers for the role \"tenant\".",
         *       "code": "duplicate_anchor",
         *       "meta": {
         *         "role": "tenant",
         *         "kind": "signature",
         *         "page": 3
         *       }
         *     }
         */
        DuplicateAnchorError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "duplicate_anchor";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The marker that is there twice. */
            meta: {
                /** @description The role in both markers. */
                role: string;
                /** @description The kind of both markers. */
                kind: components["schemas"]["FieldKind"];
                /** @description From 1. */
                page: number;
            };
        };
        /**
         * @description `placement: manual` (400) and every call of `POST /documents` (410) were retired on 2026-07-31.
         * @example {
         *       "error": "placement \"manual\" was retired on 2026-07-31; use anchors, auto_append or explicit.",
         *       "code": "placement_retired"
         *     }
         */
        PlacementRetiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "placement_retired";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description A marker or an explicit field names a role that no signer has.
         * @example {
         *       "error": "The marker [[ls:signature:buyer]] on page 2 names the role \"buyer\"; the signers have: tenant, landlord.",
         *       "code": "unknown_role",
         *       "meta": {
         *         "role": "buyer",
         *         "kind": "signature",
         *         "page": 2,
         *         "known_roles": [
         *           "tenant",
         *           "landlord"
         *         ]
         *       }
         *     }
         */
        UnknownRoleError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_role";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The marker or field with the unknown role. */
            meta: {
                /** @description The role that no signer has. */
                role: string;
                /** @description The kind of the marker or field that names it. */
                kind: components["schemas"]["FieldKind"];
                /** @description From 1. */
                page: number;
                /** @description The roles of the signers. */
                known_roles: string[];
            };
        };
        /**
         * @description `callback_url` or `target_url` is not an https address (400); the hook's address is not (409).
         * @example {
         *       "error": "callback_url must be an https address.",
         *       "code": "https_required"
         *     }
         */
        HttpsRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "https_required";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description `callback_url`, `target_url` or `file_url` is or resolves to a private, loopback, link-local or reserved address.
         * @example {
         *       "error": "callback_url must be or resolve to a public address.",
         *       "code": "url_not_public"
         *     }
         */
        UrlNotPublicError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "url_not_public";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description A `return_url` must be https, and its origin registered on the key (`countersign keys create --return-origin`).
         * @example {
         *       "error": "signers[0].return_url must have an origin that is registered on this key; https://evil.example.com is not.",
         *       "code": "return_url_not_allowed",
         *       "meta": {
         *         "path": "signers[0].return_url",
         *         "origin": "https://evil.example.com",
         *         "allowed": [
         *           "https://app.example.com"
         *         ]
         *       }
         *     }
         */
        ReturnUrlNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "return_url_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The URL that was refused. */
            meta: {
                /** @description The place of the value in the body. */
                path: string;
                /** @description The origin of the URL that was sent. */
                origin: string;
                /** @description The origins registered on this key. */
                allowed: string[];
            };
        };
        /**
         * @description The workspace's monthly cap of documents is reached; nothing was created.
         * @example {
         *       "error": "The plan allows 20 documents a month and 20 were created.",
         *       "code": "tier_required",
         *       "meta": {
         *         "tier": "starter",
         *         "cap": 20,
         *         "used": 20
         *       }
         *     }
         */
        TierRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "tier_required";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The plan's cap and its use. */
            meta: {
                /** @description The workspace's plan; for display only. */
                tier: string;
                /** @description Documents that the plan allows in a calendar month (UTC). */
                cap: number;
                /** @description Documents of this month so far. */
                used: number;
            };
        };
        /**
         * @description The document needs more text messages (codes, invitations by SMS) than remain in this month's allowance; nothing was created or sent.
         * @example {
         *       "error": "text messages needed: 3; left this month: 1",
         *       "code": "sms_allowance_exhausted",
         *       "meta": {
         *         "required": 3,
         *         "remaining": 1,
         *         "resets_at": "2026-11-01T00:00:00.000Z"
         *       }
         *     }
         */
        SmsAllowanceExhaustedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "sms_allowance_exhausted";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The messages that are needed, and those that are left. */
            meta?: {
                /** @description Signers of this call that need a code. */
                required: number;
                /** @description Text messages left this month. */
                remaining: number;
                /** @description When the allowance is full again: 00:00 UTC on the 1st of the next month. */
                resets_at: components["schemas"]["Timestamp"];
            };
        };
        /**
         * @description The scope of the key does not allow this call.
         * @example {
         *       "error": "the scope of this key does not allow this call: writing needs full, disclosing needs disclose",
         *       "code": "insufficient_scope"
         *     }
         */
        InsufficientScopeError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "insufficient_scope";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The key's workspace could not be read.
         * @example {
         *       "error": "The workspace of this key could not be read; try again.",
         *       "code": "workspace_not_found"
         *     }
         */
        WorkspaceNotFoundError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "workspace_not_found";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description A call with the same `Idempotency-Key` is still running; `Retry-After` says when to retry.
         * @example {
         *       "error": "A call with this Idempotency-Key is still running.",
         *       "code": "idempotency_in_progress"
         *     }
         */
        IdempotencyInProgressError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "idempotency_in_progress";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The PDF has more than 26,214,400 bytes.
         * @example {
         *       "error": "The PDF may have at most 25 MB.",
         *       "code": "file_too_large"
         *     }
         */
        FileTooLargeError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "file_too_large";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The body without the file has more than 1 MB.
         * @example {
         *       "error": "A JSON body may have at most 1 MB.",
         *       "code": "payload_too_large"
         *     }
         */
        PayloadTooLargeError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "payload_too_large";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The body has a media type that the operation does not accept, is unparseable multipart, or the file is not a PDF.
         * @example {
         *       "error": "Send multipart/form-data or application/json.",
         *       "code": "unsupported_media_type"
         *     }
         */
        UnsupportedMediaTypeError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unsupported_media_type";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The file's type, where the file is what is refused. */
            meta?: {
                /** @description The media type as declared. */
                declared: string | null;
            };
        };
        /**
         * @description With explicit placement these roles have no signature or initial field.
         * @example {
         *       "error": "The role \"tenant\" has no signature or initial field.",
         *       "code": "signer_without_signature",
         *       "meta": {
         *         "roles": [
         *           "tenant"
         *         ]
         *       }
         *     }
         */
        SignerWithoutSignatureError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "signer_without_signature";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The signers with nothing to sign. */
            meta: {
                /** @description Null for a signer without a role. */
                roles: (string | null)[];
            };
        };
        /**
         * @description Masking the markers or appending the signature page failed.
         * @example {
         *       "error": "A marker on page 2 could not be removed.",
         *       "code": "placement_failed"
         *     }
         */
        PlacementFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "placement_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The PDF cannot be signed safely. `encrypted`: it needs a password, or its encryption is not known; `damaged`: no page can be found;
         *     `xfa`: a dynamic form; `no_pages`; `too_many_pages`: over 2,000; `too_complex`;
         *     `reserved_content`: it contains a planted signature placeholder;
         *     `not_sealable`: before anything is stored, the file is signed and sealed in a trial run with throw-away keys, and that seal
         *     did not verify; `error` names the check that failed; `mark_hidden`: in that trial, what a signer writes into a field cannot be seen on screen or in
         *     print, since something in the file covers it; `error` names the page; `unreadable_content`: with `placement: anchors`, a page has a filter that cannot be decoded.
         *
         *     A PDF that is already signed or certified is accepted if its signatures stay valid. Else: `no_further_signatures`: they permit no other
         *     (certified against any change, or all fields locked); `signed_active_content`: it holds content that would have to be removed;
         *     `signed_markers`: it has markers, which would have to be masked; `signed_append`: a signature page would have to be appended, as with
         *     `auto_append` and with `anchors` without markers; `already_signed`: anything else that would have to be changed, e.g. it is encrypted,
         *     or its cross-reference is damaged.
         * @example {
         *       "error": "The PDF needs a password to be opened, or its encryption is not known; remove it and send the PDF again.",
         *       "code": "pdf_unsupported",
         *       "meta": {
         *         "reason": "encrypted"
         *       }
         *     }
         * @example {
         *       "error": "the PDF is already signed, so no signature page can be appended; use placement explicit",
         *       "code": "pdf_unsupported",
         *       "meta": {
         *         "reason": "signed_append"
         *       }
         *     }
         * @example {
         *       "error": "a trial of signing and sealing the PDF failed: the seal does not verify: structure: the form has too many fields",
         *       "code": "pdf_unsupported",
         *       "meta": {
         *         "reason": "not_sealable"
         *       }
         *     }
         */
        PdfUnsupportedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "pdf_unsupported";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Why the PDF is refused. */
            meta: {
                /**
                 * @description Why the PDF is refused, as described above.
                 * @enum {string}
                 */
                reason: "encrypted" | "damaged" | "xfa" | "already_signed" | "no_further_signatures" | "signed_active_content" | "signed_markers" | "signed_append" | "no_pages" | "too_many_pages" | "too_complex" | "reserved_content" | "not_sealable" | "mark_hidden" | "unreadable_content";
            };
        };
        /**
         * @description `file_url` could not be fetched; redirects are not followed.
         * @example {
         *       "error": "file_url answered 404.",
         *       "code": "file_fetch_failed",
         *       "meta": {
         *         "reason": "http_status",
         *         "status": 404
         *       }
         *     }
         */
        FileFetchFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "file_fetch_failed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description How the fetch failed. */
            meta: {
                /**
                 * @description `dns`: the name does not resolve. `timeout`: no answer in time. `tls`: no valid certificate. `http_status`: a response other than 2xx. `redirect`: not followed. `connection`: refused or broken off.
                 * @enum {string}
                 */
                reason: "dns" | "timeout" | "tls" | "redirect" | "http_status" | "connection";
                /** @description The server's response status. */
                status?: number;
            };
        };
        /**
         * @description The same `Idempotency-Key` was used with a different body within 24 hours.
         * @example {
         *       "error": "This Idempotency-Key was used with another body.",
         *       "code": "idempotency_key_reuse"
         *     }
         */
        IdempotencyKeyReuseError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "idempotency_key_reuse";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The key's window is used up (with RateLimit headers), this signer was reminded in the last 60 seconds, or the hook has used its 10 pings and redeliveries per minute (both without). `Retry-After` says when to call again.
         * @example {
         *       "error": "At most 60 requests a minute; try again in 42 seconds.",
         *       "code": "rate_limited"
         *     }
         */
        RateLimitedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "rate_limited";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The database failed. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left.
         * @example {
         *       "error": "The database could not be reached; try again.",
         *       "code": "db_failed",
         *       "meta": {
         *         "rolled_back": true
         *       }
         *     }
         */
        DbFailedOnCreateError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "db_failed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What the failed call has left behind. */
            meta: {
                /** @description True: nothing that the call created is left. False: the document in `document_id` is. */
                rolled_back: boolean;
                /**
                 * Format: uuid
                 * @description The document that was left behind; only with `rolled_back: false`.
                 */
                document_id?: string;
            };
        };
        /**
         * @description Storing or reading a file failed.
         * @example {
         *       "error": "The file could not be read; try again.",
         *       "code": "storage_failed"
         *     }
         */
        StorageFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "storage_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The server was too busy to process this file. Nothing was created or changed; `Retry-After` says when to call again.
         * @example {
         *       "error": "the server is busy; try again in a moment",
         *       "code": "busy"
         *     }
         */
        BusyError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "busy";
            doc_url?: components["schemas"]["DocUrl"];
        };
        CreateProblem: {
            /** @description The key of the body that it is about. */
            field: string;
            /**
             * @description The code that the real call would return.
             * @enum {string}
             */
            code: "sms_allowance_exhausted" | "tier_required";
            /** @description For people, may change. */
            message: string;
            /** @description The same as in the error with this code. */
            meta?: {
                [key: string]: unknown;
            };
        };
        Marker: {
            /**
             * @description KIND of the marker: what the signer does there.
             * @enum {string}
             */
            kind: "signature" | "initial" | "date" | "name" | "text";
            /** @description ROLE of the marker; the signer with this role fills the box. */
            role: string;
            /** @description From 1. */
            page: number;
            /** @description Left edge of the box, as a fraction of the page width from the left. */
            x: number;
            /** @description Top edge of the box, as a fraction of the page height from the top. */
            y: number;
            /** @description Width of the box, as a fraction of the page width. */
            w: number;
            /** @description Height of the box, as a fraction of the page height. */
            h: number;
            /** @description The third part of the marker, `[[ls:text:ROLE:FIELD_KEY]]`; null without one. */
            fieldKey: string | null;
            /** @description The label printed beside, above or under it. */
            label: string | null;
        };
        /** @description A signer as `POST /signing-requests` would create it; what comes to be only then is left out (ids, link, invitation, expiry). */
        ValidatedSigner: {
            /** @description The signer's role, which markers and fields name; null without one. */
            role: string | null;
            /** @description The signer's address, where the invitation goes. */
            email: string;
            /** @description The signer's whole name; null until the signer has typed it. */
            name: string | null;
            /**
             * @description Queued when another signer would be invited first.
             * @enum {string}
             */
            status: "pending" | "queued";
            /** @description Position in a sequential send, null in a parallel one. */
            order: number | null;
            locale: components["schemas"]["Locale"];
            /** @description Your own id for this signer; null when none was given. */
            reference: string | null;
            /** @description The signer's company; null when none was given. */
            company: string | null;
            /** @description The signer's position in the company; null when none was given. */
            jobTitle: string | null;
            /** @description Where the signer may go on at the end. */
            returnUrl: string | null;
            /** @description Whether the signer must enter a code sent to their phone before signing. */
            requireSmsVerification: boolean;
            /** @description `before_view`: the document is shown only after the code was verified. Null: it is shown at once. */
            smsGate: components["schemas"]["SmsGate"] | null;
            signatureLevel: components["schemas"]["SignatureLevel"];
        };
        SigningRequestValidated: {
            /** @description False exactly when `problems` is not empty. */
            ok: boolean;
            /** @description What `POST /signing-requests` would refuse now; empty when nothing. */
            problems: components["schemas"]["CreateProblem"][];
            /** @description What was ignored or done for you; empty when there is nothing to say. A warning never fails the call. */
            warnings: components["schemas"]["Warning"][];
            placement: components["schemas"]["PlacementUsed"];
            /** @description What was found in the PDF. */
            anchors: {
                found: components["schemas"]["MarkersFound"];
                /** @description Each marker found, with its place. */
                markers: components["schemas"]["Marker"][];
            };
            /** @description In the order of the request. */
            signers: components["schemas"]["ValidatedSigner"][];
            /** @description The signatures that the PDF brought along, oldest first. */
            earlierSignatures: components["schemas"]["EarlierSignature"][];
            /** @description The boxes as they would be placed, those on an appended page included. */
            fields: components["schemas"]["PlacedField"][];
        };
        /**
         * @description `queued`: an earlier signer of a sequential send comes first. `pending`: invited. `viewed`: the document was loaded in the signer's
         *     browser. The other four are final, but `expired` can still be withdrawn.
         * @enum {string}
         */
        SignerStatus: "queued" | "pending" | "viewed" | "signed" | "declined" | "withdrawn" | "expired";
        /**
         * @description How the signer is invited and reminded.
         * @enum {string}
         */
        Channel: "email" | "sms" | "both";
        /**
         * @description True: the invitation by SMS was committed for sending. False: the channel is `email`, `send_emails` was false, the signer is still queued, or
         *     the message was finally rejected.
         */
        Texted: boolean;
        MaybeTimestamp: components["schemas"]["Timestamp"] | null;
        Signer: {
            /**
             * Format: uuid
             * @description The signing request's id.
             */
            id: string;
            /** @description The signer's address, where the invitation goes. */
            email: string;
            /** @description The signer's whole name; null until the signer has typed it. */
            name: string | null;
            /** @description The signer's role, which markers and fields name; null without one. */
            role: string | null;
            /** @description The template slot, else the signing order; null in a parallel upload. */
            slot: number | null;
            /** @description Position in a sequential send, null in a parallel one. */
            order: number | null;
            status: components["schemas"]["SignerStatus"];
            locale: components["schemas"]["Locale"];
            /** @description Your own id for this signer; null when none was given. */
            reference: string | null;
            /** @description The signer's company; null when none was given. */
            company: string | null;
            /** @description The signer's position in the company; null when none was given. */
            jobTitle: string | null;
            /** @description Where the signer may go on at the end. */
            returnUrl: string | null;
            /** @description Null once signed, declined, withdrawn or expired, while staged or discarded, and for keys of scope `read`. */
            signingUrl: string | null;
            channel: components["schemas"]["Channel"];
            emailed: components["schemas"]["Emailed"];
            texted: components["schemas"]["Texted"];
            /** @description Whether the signer must enter a code sent to their phone before signing. */
            requireSmsVerification: boolean;
            signatureLevel: components["schemas"]["SignatureLevel"];
            /**
             * @description The number with all but its beginning and its end masked; null without a number.
             * @example +41*******67
             */
            phoneMasked: string | null;
            /** @description When the document was first loaded in the signer's browser; null before that. */
            viewedAt: components["schemas"]["MaybeTimestamp"];
            /** @description When the signer signed; null when not. */
            signedAt: components["schemas"]["MaybeTimestamp"];
            /** @description When the signer declined; null when not. */
            declinedAt: components["schemas"]["MaybeTimestamp"];
            /** @description When the request was withdrawn; null when it was not. */
            withdrawnAt: components["schemas"]["MaybeTimestamp"];
            /** @description When the request expired; null when it has not. */
            expiredAt: components["schemas"]["MaybeTimestamp"];
            /** @description When the signer entered the right code; null before that, and without SMS verification. */
            smsVerifiedAt: components["schemas"]["MaybeTimestamp"];
            /** @description Null while queued; counted from the invitation. */
            expiresAt: components["schemas"]["MaybeTimestamp"];
        };
        /**
         * @description The first that applies: `staged` and `discarded` (review of a template instance), `finalized` (a confirmed file), `signed` (all signers have
         *     signed and the sealed file is stored: `GET /documents/{id}/signed` returns 200 until retention), `abandoned` (all signers have signed, sealing
         *     failed, and you ended the document), `declined`, `withdrawn`, `expired` (any signer is), else `pending`, also while some have signed and while the seal is being made.
         * @enum {string}
         */
        DocumentStatus: "staged" | "discarded" | "finalized" | "signed" | "abandoned" | "declined" | "withdrawn" | "expired" | "pending";
        /**
         * @description `api`: by a key. `sender`: by a dashboard user.
         * @enum {string|null}
         */
        WithdrawnBy: "api" | "sender" | null;
        /** @description The signer's row as returned by `PATCH`. */
        SigningRequestRow: components["schemas"]["Signer"] & {
            /**
             * Format: uuid
             * @description The document that the request is part of.
             */
            documentId: string;
            documentStatus: components["schemas"]["DocumentStatus"];
            /** @description When the document was sent, or staged for a review. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When the last reminder was sent, automatic ones included; null before the first, and again after a reassignment. */
            lastRemindedAt: components["schemas"]["MaybeTimestamp"];
            /** @description Reminders sent so far, automatic ones included. */
            reminderCount: number;
            withdrawnBy: components["schemas"]["WithdrawnBy"];
        };
        /**
         * @description Types are added without notice. `displayed`, one for each view when the signer finishes, has in `meta` the `view` (`pages` drawn, `text`,
         *     `download`, or `none` for a program that displayed nothing), `pages` (`1-12`), `page_count`, `first_at` and `last_at`. `signed` has
         *     `signed_at` (UTC), the moment that the marks on the document show, and `time_zone` (IANA), the zone in which they show it,
         *     `fields`, the names of what was filled in, and `ink` and `initials_ink`, how signatures and initials were made: `drawn`, `typed`, `uploaded`.
         *     `email_verified`: the signer came by a direct link of the template, and entered a code that was sent to `email`.
         *     `sent`, `released` and `reassigned` have in `emailed` and `texted` what was committed for sending; both false: nothing was sent, whatever
         *     the `channel`. What became of it is in `email_sent`, `email_failed`, `text_sent` and `text_failed`. An entry of a key has its `key_name` and
         *     `key_prefix`, one of a dashboard user `user_name` and `user_email`, as they were then. `disclosed`, for each time that the full address and device of an event were shown to
         *     somebody with the right of an owner, has `event` (its `seq`), `reason` and `disclosed_by` (the person, the name of the key, or `command line`).
         * @enum {string}
         */
        AuditType: "created" | "staged" | "review_edited" | "confirmed" | "discarded" | "sent" | "released" | "email_sent" | "email_failed" | "text_sent" | "text_failed" | "reminded" | "viewed" | "displayed" | "consented" | "signed" | "declined" | "withdrawn" | "expired" | "deadline_extended" | "phone_changed" | "link_renewed" | "hand_over_proposed" | "hand_over_ignored" | "reassigned" | "sms_sent" | "sms_failed" | "sms_verified" | "sms_locked" | "email_verified" | "session_created" | "session_revoked" | "sealed" | "renewed" | "abandoned" | "disclosed" | "deleted_by_retention";
        AuditEntry: {
            /** @description Position in the audit trail of the document, from 1. */
            seq: number;
            type: components["schemas"]["AuditType"];
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /** @description Data specific to the type, e.g. the whole `reason` in a declined entry. */
            meta: {
                [key: string]: unknown;
            };
            /** @description Hash of this event, which covers all events before it; SHA-256 in lowercase hex. */
            hash: components["schemas"]["Sha256"];
        };
        SigningRequest: components["schemas"]["SigningRequestRow"] & {
            /** @description Oldest first. */
            auditEvents: components["schemas"]["AuditEntry"][];
        };
        /**
         * @description The resource does not exist or belongs to another workspace.
         * @example {
         *       "error": "There is no such document.",
         *       "code": "not_found"
         *     }
         */
        NotFoundError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_found";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @example {
         *       "phone_e164": "+41791234567"
         *     }
         */
        PhoneChange: {
            /** @description The new number in E.164, e.g. `+41791234567`; codes go there from now on. */
            phone_e164: components["schemas"]["Phone"];
        };
        /**
         * @description `phone_e164` is not E.164.
         * @example {
         *       "error": "phone_e164 must be E.164, e.g. +41791234567.",
         *       "code": "invalid_phone"
         *     }
         */
        InvalidPhoneError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_phone";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The phone can be changed only while the request is pending, viewed or queued and no code was verified.
         * @example {
         *       "error": "The signing request is already signed.",
         *       "code": "not_editable",
         *       "meta": {
         *         "status": "signed",
         *         "sms_verified_at": "2026-10-12T08:15:30.000Z"
         *       }
         *     }
         */
        NotEditableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_editable";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state that forbids the change. */
            meta: {
                status: components["schemas"]["SignerStatus"];
                /** @description When a code was verified; null when none was. */
                sms_verified_at: components["schemas"]["Timestamp"] | null;
            };
        };
        Reminded: {
            signingRequestId: components["schemas"]["SigningRequestId"];
            documentId: components["schemas"]["DocumentId"];
            /**
             * @description The status of the request, which a reminder does not change.
             * @enum {string}
             */
            status: "pending" | "viewed";
            channel: components["schemas"]["Channel"];
            /** @description An email has gone out to the signer. */
            emailed: boolean;
            /** @description A link has gone out by SMS. */
            texted: boolean;
            /** @description When this reminder was sent. */
            remindedAt: components["schemas"]["Timestamp"];
            /** @description Reminders sent so far, automatic ones included. */
            reminderCount: number;
            /** @description 60 seconds later; until then a further call is 429 `rate_limited`. */
            nextRemindAllowedAt: components["schemas"]["Timestamp"];
            /** @description When the request expires; a reminder does not extend it. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description The signing request has passed its `expiresAt`.
         * @example {
         *       "error": "The signing request expired on 2026-10-24.",
         *       "code": "expired"
         *     }
         */
        ExpiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "expired";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The state of the signing request does not allow this call, or changed during the call.
         * @example {
         *       "error": "The signing request is already signed.",
         *       "code": "invalid_state",
         *       "meta": {
         *         "status": "signed",
         *         "allowed": [
         *           "pending",
         *           "viewed"
         *         ]
         *       }
         *     }
         */
        InvalidStateError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_state";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state of the request, and those that the call needs. */
            meta: {
                /** @description The current state. */
                status: string;
                /** @description The states that allow the call. */
                allowed: string[];
            };
        };
        /**
         * @description The reminder could not be sent.
         * @example {
         *       "error": "The mail server refused the reminder.",
         *       "code": "email_failed"
         *     }
         */
        EmailFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "email_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The reminder could not be sent by SMS. The sender is not billed for it.
         * @example {
         *       "error": "the reminder could not be sent by SMS: landline",
         *       "code": "sms_failed",
         *       "meta": {
         *         "reason": "landline"
         *       }
         *     }
         */
        SmsFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "sms_failed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Why no message went out. */
            meta: {
                /**
                 * @description `blocked`: the provider does not deliver to this number, or 30 messages went to it in 24 hours.
                 * @enum {string}
                 */
                reason: "invalid_number" | "landline" | "blocked" | "allowance_exhausted" | "not_configured" | "provider_error";
            };
        };
        /**
         * @description No email provider is configured (development only).
         * @example {
         *       "error": "MAIL_URL is none:, so no reminder can be sent.",
         *       "code": "email_not_configured"
         *     }
         */
        EmailNotConfiguredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "email_not_configured";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @example {
         *       "reason": "Sent to the wrong person."
         *     }
         */
        Withdrawal: {
            /** @description Recorded in the audit trail only, unless `share_reason` is true. */
            reason?: string | null;
            /**
             * @description The signer reads the reason on the page behind the link and in the email, and so do those who have signed in theirs.
             * @default false
             */
            share_reason?: boolean;
        };
        Withdrawn: {
            signingRequestId: components["schemas"]["SigningRequestId"];
            documentId: components["schemas"]["DocumentId"];
            /**
             * @description The request is withdrawn: its link no longer works.
             * @constant
             */
            status: "withdrawn";
            /**
             * @description Always `api` here: a key withdrew it.
             * @constant
             */
            withdrawnBy: "api";
            /** @description When it was withdrawn. */
            withdrawnAt: components["schemas"]["Timestamp"];
            documentStatus: components["schemas"]["DocumentStatus"];
        };
        LinkRenewed: {
            signingRequestId: components["schemas"]["SigningRequestId"];
            documentId: components["schemas"]["DocumentId"];
            /**
             * @description The status of the request, which stays as it was.
             * @enum {string}
             */
            status: "queued" | "pending" | "viewed" | "signed";
            /**
             * Format: uri
             * @description The only link that works from now on. Reads and reminders use the same one.
             */
            signingUrl: string;
            /** @description When the new link replaced the previous one. */
            renewedAt: components["schemas"]["Timestamp"];
            /** @description Unchanged; null while the request is queued. */
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @example {
         *       "email": "grace@example.com",
         *       "name": "Grace Hopper"
         *     }
         */
        Reassignment: {
            /** @description Address of the person who signs from now on; the new link goes there. Surrounding white space is removed. */
            email: components["schemas"]["Email"];
            /** @description As on create; without a name the signer types it on the page. */
            name?: string | null;
            /** @description Together with `last_name`. */
            first_name?: string | null;
            /** @description Together with `first_name`. */
            last_name?: string | null;
            /** @description Default unchanged. */
            locale?: components["schemas"]["Locale"] | null;
            /** @description Required, and different from the previous one, when the request requires SMS verification. */
            phone_e164?: components["schemas"]["Phone"] | null;
            /** @description Absent keeps yours of this request, null clears it. */
            reference?: string | null;
            /** @description The new person's company, in events and in the audit trail; that of the previous person is not kept. */
            company?: string | null;
            /** @description The new person's position, in events and in the audit trail; that of the previous person is not kept. */
            job_title?: string | null;
            return_url?: components["schemas"]["ReturnUrl"];
        };
        Person: {
            /** @description The person's address. */
            email: string;
            /** @description The person's whole name; null when none was given. */
            name: string | null;
        };
        Reassigned: {
            signingRequestId: components["schemas"]["SigningRequestId"];
            documentId: components["schemas"]["DocumentId"];
            /**
             * @description The status of the request after the call.
             * @enum {string}
             */
            status: "queued" | "pending" | "viewed";
            /** @description The person's address. */
            email: string;
            /** @description The person's whole name; null when none was given. */
            name: string | null;
            /** @description Whom the request was for until now. */
            previous: components["schemas"]["Person"];
            /**
             * Format: uri
             * @description The only link that works from now on.
             */
            signingUrl: string;
            emailed: components["schemas"]["Emailed"];
            /** @description When the request was given to this person. */
            reassignedAt: components["schemas"]["Timestamp"];
            /** @description Unchanged; null while the request is queued. */
            expiresAt: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description The request can no longer be given to another person. `value_saved`: the signer has begun to fill it in. `code_sent`: the signer has asked
         *     for an SMS code. `cannot_complete`: another signer has declined, expired or been withdrawn.
         *     `staged`: the document waits for a review; confirm takes other recipients.
         * @example {
         *       "error": "The signer has begun to fill in the document; withdraw the request and send a new one.",
         *       "code": "not_reassignable",
         *       "meta": {
         *         "reason": "value_saved"
         *       }
         *     }
         */
        NotReassignableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_reassignable";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Why the request stays with its signer. */
            meta: {
                /**
                 * @description What prevents it, as described above.
                 * @enum {string}
                 */
                reason: "value_saved" | "code_sent" | "cannot_complete" | "staged";
            };
        };
        /**
         * @description `parallel`: all signers are invited at once. `sequential`: one after the other.
         * @enum {string}
         */
        SigningMode: "sequential" | "parallel";
        Review: {
            /**
             * @description `staged`: waits for confirm or discard. `discarded` also when the review window is over.
             * @enum {string}
             */
            state: "staged" | "confirmed" | "discarded";
            /** @description End of the review window, 14 days after the staging. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description Opens in the dashboard and needs a sign-in there; null for keys of scope `read`. */
            url: string | null;
        };
        /**
         * @description `automatic_action`: a web page or article that opens without a click, e.g. with the document. `external_content`: content of a stream
         *     that lies in another file or at a URL. `embedded_files`: attachments; XML that a PDF/A-3 file carries, such as the invoice of
         *     Factur-X, stays. `usage_rights`: what lets Acrobat Reader save a form (`/Perms /UR3`), which any change breaks.
         *     `unsafe_link`: a link to anything but a web page, a mail address or a phone number. `view_change`: a click that shows or hides
         *     something, and any action that is not known to be harmless. What is signed stays as the signers saw it: `layer_states`: layers that
         *     a viewer would switch by itself, when it prints, exports or zooms; they stay as on screen. `print_difference`: what was printed and not
         *     shown is taken out; what was shown and not printed is printed too.
         * @enum {string}
         */
        RemovedContent: "javascript" | "launch" | "submit_form" | "import_data" | "remote_goto" | "embedded_files" | "rich_media" | "xfa" | "automatic_action" | "external_content" | "usage_rights" | "unsafe_link" | "view_change" | "layer_states" | "print_difference";
        Seal: {
            /**
             * @description PAdES baseline level.
             * @enum {string}
             */
            level: "B-T" | "B-LT" | "B-LTA";
            /** @description Serial number of the seal's certificate. */
            certSerial: string;
            /** @description The time-stamp authority. */
            tsaProvider: string;
            /** @description The time in the time-stamp of the seal. */
            tsaSignedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `pades_failed`: the seal could not be made or did not pass our own check. `seal_persist_failed`: it could not be stored. `sign_failed`: the
         *     seal key could not be used.
         * @enum {string}
         */
        SealProblemCode: "sign_failed" | "pades_failed" | "seal_persist_failed";
        SealProblem: {
            code: components["schemas"]["SealProblemCode"];
            /**
             * @description What the operator has to mend; null where it is not known. `certificate_revoked`: a certificate of the seal was revoked, and nothing
             *     is sealed with it any more.
             * @enum {string|null}
             */
            reason: "certificate_revoked" | null;
            /** @description When sealing failed first. */
            since: components["schemas"]["Timestamp"];
            /** @description Attempts so far. */
            attempts: number;
            /** @description When sealing is tried next. */
            nextAttemptAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `missing`: a file is gone. `unreadable`: it exists, but its medium does not return it. `altered`: its bytes or its length are not those
         *     that were stored.
         * @enum {string}
         */
        FileProblemCode: "missing" | "unreadable" | "altered";
        FileProblem: {
            code: components["schemas"]["FileProblemCode"];
            /** @description When it was first noticed. */
            since: components["schemas"]["Timestamp"];
        };
        Document: {
            id: components["schemas"]["DocumentId"];
            /** @description Its name as signers see it: the `title` of the call, else the name of the file or template. */
            title: string;
            /** @description File name of the PDF, e.g. `lease.pdf`. */
            filename: string;
            status: components["schemas"]["DocumentStatus"];
            /** @description SHA-256 of the file as sent for signature and shown to the signers; not of the signed PDF. */
            sha256: components["schemas"]["Sha256"];
            /**
             * @description SHA-256 of the file as you sent it. The signed PDF begins with these bytes, less any before the `%PDF-` header, which are cut off
             *     (warning `leading_bytes_removed`), and unless the file was encrypted (warning `encryption_removed`).
             */
            originalSha256: components["schemas"]["Sha256"];
            /** @description SHA-256 of the sealed PDF, null until it is sealed. */
            signedSha256: components["schemas"]["Sha256"] | null;
            /**
             * @description How the boxes were placed; null for a document from a template.
             * @enum {string|null}
             */
            placement: "anchors" | "auto_append" | "explicit" | null;
            signingMode: components["schemas"]["SigningMode"];
            /**
             * @description `v1_api`: by a key. `dashboard`: by a person in the dashboard. `template_instance`: staged for a review.
             * @enum {string}
             */
            source: "v1_api" | "template_instance" | "dashboard";
            /** @description Whether it is of a sandbox: a test, which binds nobody. */
            sandbox: boolean;
            /**
             * @description Where the files are kept.
             * @enum {string}
             */
            region: "eu" | "ch" | "us";
            /** @description Your own reference, as given at creation; null when none was given. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description Addresses that get a copy of the sealed PDF and never sign. */
            observers: string[];
            /**
             * Format: uuid
             * @description The template that it was made from; null for an uploaded PDF.
             */
            templateId: string | null;
            /** @description The version of that template; null for an uploaded PDF. */
            templateVersion: number | null;
            /**
             * Format: uuid
             * @description The same for the documents that were sent together in the dashboard; each completes by itself. Null for what a call created.
             */
            envelopeId: string | null;
            /** @description When it was sent, or staged for a review. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was sealed, or when a file was confirmed; null before that. */
            completedAt: components["schemas"]["MaybeTimestamp"];
            /** @description The earliest expiry among the open signing requests, null when there is none. */
            expiresAt: components["schemas"]["MaybeTimestamp"];
            /** @description False once a signer declined, was withdrawn or expired, and after a discard. */
            completable: boolean;
            /** @description Its signers in figures. */
            counts: {
                /** @description Number of signers, 0 for a file. */
                total: number;
                /** @description How many of them have signed. */
                signed: number;
            };
            /** @description Whether it has a webhook of its own (`callback_url`). */
            callbackConfigured: boolean;
            /** @description The review of a document that was staged with `review: true`; null for every other. */
            review: components["schemas"]["Review"] | null;
            /** @description What the workspace's retention does with the files. */
            retention: {
                /** @description When the files will be deleted, null when they are kept or not completed yet. */
                deletesAt: components["schemas"]["MaybeTimestamp"];
                /** @description When retention deleted the files; null while they are there. */
                deletedAt: components["schemas"]["MaybeTimestamp"];
            };
            /** @description `aes` when that of every signer is `aes`. */
            signatureLevel: components["schemas"]["SignatureLevel"];
            /** @description Kinds of active content that were removed when the file was prepared. */
            removed: components["schemas"]["RemovedContent"][];
            /** @description The signatures that the PDF brought along, oldest first; empty for documents sent before this release. */
            earlierSignatures: components["schemas"]["EarlierSignature"][];
            /** @description Facts of the seal; null until the document is sealed. */
            seal: components["schemas"]["Seal"] | null;
            /** @description Why the document is not sealed although everybody has signed; null when nothing is wrong. */
            sealProblem: components["schemas"]["SealProblem"] | null;
            /** @description What is wrong with the document's stored files; null when nothing is known to be. */
            fileProblem: components["schemas"]["FileProblem"] | null;
            /** @description In the order of the request. */
            signers: components["schemas"]["Signer"][];
        };
        /**
         * @description The staged document was discarded.
         * @example {
         *       "error": "The document was discarded.",
         *       "code": "discarded"
         *     }
         */
        DiscardedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "discarded";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The workspace's retention removed the file. Hashes, facts of the seal and the audit trail stay.
         * @example {
         *       "error": "The file was deleted by the workspace's retention on 2027-10-12.",
         *       "code": "deleted_by_retention",
         *       "meta": {
         *         "deleted_at": "2027-10-12T00:00:00.000Z"
         *       }
         *     }
         */
        DeletedByRetentionError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "deleted_by_retention";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description When the file was deleted. */
            meta?: {
                /** @description When the file was deleted. */
                deleted_at: components["schemas"]["Timestamp"];
            };
        };
        /**
         * @description The range starts beyond the end of the file.
         * @example {
         *       "error": "The file has 184320 bytes.",
         *       "code": "range_not_satisfiable"
         *     }
         */
        RangeNotSatisfiableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "range_not_satisfiable";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description A stored file of the document is missing, unreadable, or not what was stored. None of its wrong bytes is served, signed or sealed. The
         *     document shows `fileProblem` until the operator has restored the file.
         * @example {
         *       "error": "a stored file of this document is damaged; the operator has been told",
         *       "code": "file_damaged",
         *       "meta": {
         *         "problem": "altered"
         *       }
         *     }
         */
        FileDamagedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "file_damaged";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What is wrong with the file. */
            meta: {
                problem: components["schemas"]["FileProblemCode"];
            };
        };
        /**
         * @description There is no sealed file yet.
         * @example {
         *       "error": "1 of 2 signers has not signed yet.",
         *       "code": "not_complete",
         *       "meta": {
         *         "status": "pending",
         *         "remaining": 1,
         *         "completable": true
         *       }
         *     }
         */
        NotCompleteError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_complete";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description How far the document is. */
            meta: {
                status: components["schemas"]["DocumentStatus"];
                /** @description Signers who have not signed. */
                remaining: number;
                /** @description False once a signer declined, was withdrawn or expired. */
                completable: boolean;
            };
        };
        /**
         * @description The sealed file has not been renewed; `/signed` is all there is.
         * @example {
         *       "error": "the sealed file has not been renewed yet",
         *       "code": "not_renewed"
         *     }
         */
        NotRenewedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_renewed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description No one was invited to this document, so there is no audit trail.
         * @example {
         *       "error": "The document is staged for review and was not sent.",
         *       "code": "not_sent",
         *       "meta": {
         *         "status": "staged"
         *       }
         *     }
         */
        NotSentError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_sent";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state of the document. */
            meta: {
                status: components["schemas"]["DocumentStatus"];
            };
        };
        AbandonedDocument: {
            document_id: components["schemas"]["DocumentId"];
            /**
             * @description The document is abandoned: it will not be sealed.
             * @constant
             */
            status: "abandoned";
            /** @description When it was ended. */
            abandoned_at: components["schemas"]["Timestamp"];
            /**
             * @description `api`: by a key. `sender`: by a dashboard user.
             * @enum {string}
             */
            abandoned_by: "api" | "sender";
        };
        /**
         * @description Only a document that everybody has signed and that cannot be sealed can be abandoned.
         * @example {
         *       "error": "sealing this document has not failed; its status is pending",
         *       "code": "no_seal_problem",
         *       "meta": {
         *         "status": "pending"
         *       }
         *     }
         */
        NoSealProblemError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "no_seal_problem";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state of the document. */
            meta: {
                status: components["schemas"]["DocumentStatus"];
            };
        };
        /** @description Strict. An absent key keeps what was staged, null clears what is optional. What cannot be invited like this is 422 `invalid_recipients`. */
        RecipientEdit: {
            /** @description The slot. */
            slot: number;
            /** @description Another address gets another link; not for a pinned slot. */
            email?: string;
            /** @description The whole name. */
            name?: string | null;
            locale?: components["schemas"]["Locale"];
            /** @description E.164. */
            phone_e164?: string | null;
            /** @description Deprecated spelling of `phone_e164`, accepted until 2026-12-31. */
            phone?: string | null;
            /** @description Can be raised, not lowered. */
            require_sms_verification?: boolean;
            /** @description Can be raised, not lowered. */
            sms_gate?: components["schemas"]["SmsGate"] | null;
            /** @description Your own id for this recipient. */
            reference?: string | null;
            /** @description The recipient's company; in events and in the audit trail. */
            company?: string | null;
            /** @description The recipient's position in the company; in events and in the audit trail. */
            job_title?: string | null;
            /** @description Of a sequential template. */
            signing_order?: number;
            return_url?: components["schemas"]["ReturnUrl"];
            /** @description `sms` and `both` need a phone number. */
            channel?: components["schemas"]["Channel"];
        };
        ConfirmRequest: {
            /** @description Changes by slot; what is left out stays. */
            recipients?: components["schemas"]["RecipientEdit"][] | null;
            /** @description Overrides that of the staging call. */
            send_emails?: boolean | null;
            /** @description Days from the confirm; default as staged. */
            expires_in_days?: components["schemas"]["ExpiresInDays"];
        };
        /**
         * @description `esign` has signing slots; `file` only renders.
         * @enum {string}
         */
        TemplateKind: "esign" | "file";
        InstanceRecipient: {
            /** @description The slot. */
            slot: number;
            /** @description The slot's role. */
            role: string | null;
            /** @description As resolved. */
            email: string;
            /** @description The recipient's whole name; null until they have typed it. */
            name: string | null;
            /**
             * Format: uuid
             * @description Null with `validate_only`.
             */
            signing_request_id: string | null;
            /** @description The personal link; null while staged, once closed and with `validate_only`. */
            signing_url: string | null;
            /** @description Null with `validate_only`. */
            status: components["schemas"]["SignerStatus"] | null;
            channel: components["schemas"]["Channel"];
            /** @description Whether an invitation goes out now by email. */
            emailed: boolean;
            /** @description Whether an invitation goes out now by SMS. */
            texted: boolean;
            /** @description Your own id for this recipient; null when none was given. */
            reference: string | null;
        };
        Confirmed: {
            document_id: components["schemas"]["DocumentId"];
            kind: components["schemas"]["TemplateKind"];
            status: components["schemas"]["DocumentStatus"];
            /** @description True: it was before this call, which has changed and sent nothing. */
            already_confirmed: boolean;
            /** @description When the first signing request expires, counted from the confirm; null for a file. */
            expires_at: components["schemas"]["MaybeTimestamp"];
            /** @description In the template's order; empty for a file. */
            recipients: components["schemas"]["InstanceRecipient"][];
            /** @description Of the document. */
            filename: string;
            /** @description Of the file that the signers see, or of the finalized file. */
            sha256: components["schemas"]["Sha256"];
            /** @description What was ignored or done for you; empty when there is nothing to say. A warning never fails the call. */
            warnings: components["schemas"]["Warning"][];
        };
        InstanceProblem: {
            /** @description A key of `field_values`, such as `items[2].price`, or the place in the body. */
            field: string;
            /**
             * @description Of values: `required`, `wrong_type`, `too_long`, `not_an_option`, `invalid_date`, `invalid_number`, `invalid_email`, `invalid_phone`,
             *     `control_characters`, `not_a_list`, `too_many_rows`, `column_required`, `signer_owned`. Else the code of the error, and with
             *     `validate_only` `sms_allowance_exhausted` or `tier_required`. Codes are added without notice.
             */
            code: string;
            /** @description For people, may change. */
            message: string;
            /** @description Details for machines. */
            meta?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The body is not valid JSON or fails validation; `meta.path` is its location.
         * @example {
         *       "error": "recipients[0].phone_e164 is required when require_sms_verification is true.",
         *       "code": "invalid_request",
         *       "meta": {
         *         "path": "recipients[0].phone_e164"
         *       }
         *     }
         */
        ConfirmInvalidRequestError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_request";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What is invalid, and where. */
            meta?: {
                /** @description The first invalid location, e.g. `recipients[0].email`. */
                path?: string;
                /** @description All invalid locations. */
                issues?: {
                    /** @description The invalid location, e.g. `recipients[0].phone_e164`. */
                    path: string;
                    /** @description What is wrong there, for people; may change. */
                    message: string;
                }[];
            };
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description A recipient has a key that the call does not accept.
         * @example {
         *       "error": "recipients[0] has the unknown key \"phone\"; accepted: slot, email, name.",
         *       "code": "unknown_recipient_field",
         *       "meta": {
         *         "recipients": [
         *           {
         *             "index": 0,
         *             "fields": [
         *               "phone"
         *             ]
         *           }
         *         ],
         *         "accepted": [
         *           "slot",
         *           "email",
         *           "name"
         *         ]
         *       }
         *     }
         */
        UnknownRecipientFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_recipient_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The recipients with unknown keys. */
                recipients: {
                    /** @description Index in `recipients`, from 0. */
                    index: number;
                    /** @description The unknown keys, as sent. */
                    fields: string[];
                }[];
                /** @description The keys a recipient may have. */
                accepted: string[];
            };
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description A key that the call does not accept. A warning until 2026-12-31.
         * @example {
         *       "error": "unknown: \"send_email\"; did you mean \"send_emails\"?",
         *       "code": "unknown_field",
         *       "meta": {
         *         "fields": [
         *           "send_email"
         *         ],
         *         "accepted": [
         *           "recipients",
         *           "send_emails",
         *           "expires_in_days"
         *         ]
         *       }
         *     }
         */
        ConfirmUnknownFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The unknown keys, as sent. */
                fields: string[];
                /** @description The keys that the call accepts. */
                accepted: string[];
            };
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description `phone_e164` and its deprecated spelling `phone` disagree.
         * @example {
         *       "error": "recipients[0] has phone_e164 and another phone.",
         *       "code": "conflicting_fields"
         *     }
         */
        ConflictingFieldsError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "conflicting_fields";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description A slot that the template pins to an address got another one; `slot` names it.
         * @example {
         *       "error": "Slot 2 of the template is pinned to another address.",
         *       "code": "pinned-slot-mismatch",
         *       "slot": 2
         *     }
         */
        ConfirmPinnedSlotMismatchError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "pinned-slot-mismatch";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The pinned slot. */
            slot: number;
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description A `return_url` must be https, and its origin registered on the key (`countersign keys create --return-origin`).
         * @example {
         *       "error": "recipients[0].return_url must have an origin that is registered on this key; https://evil.example.com is not.",
         *       "code": "return_url_not_allowed",
         *       "meta": {
         *         "path": "recipients[0].return_url",
         *         "origin": "https://evil.example.com",
         *         "allowed": [
         *           "https://app.example.com"
         *         ]
         *       }
         *     }
         */
        ConfirmReturnUrlNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "return_url_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The URL that was refused. */
            meta: {
                /** @description The place of the value in the body. */
                path: string;
                /** @description The origin of the URL that was sent. */
                origin: string;
                /** @description The origins registered on this key. */
                allowed: string[];
            };
            /** @description Every problem at once. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description The call needs the Enterprise entitlement, which the workspace's plan does not include.
         * @example {
         *       "error": "This call needs the Enterprise entitlement.",
         *       "code": "enterprise-required"
         *     }
         */
        EnterpriseRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "enterprise-required";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The document was sent at once; it was never staged for a review.
         * @example {
         *       "error": "The document was sent at once; it was never staged for a review.",
         *       "code": "not_staged"
         *     }
         */
        NotStagedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_staged";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description A signer enters the rows of a table, and several signers sign in parallel.
         * @example {
         *       "error": "Signers enter the rows of items, which needs a sequential template.",
         *       "code": "interactive-table-requires-sequential"
         *     }
         */
        ConfirmInteractiveTableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "interactive-table-requires-sequential";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The review window of 14 days is over; the document is discarded.
         * @example {
         *       "error": "The review window of 14 days is over.",
         *       "code": "review_expired"
         *     }
         */
        ReviewExpiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "review_expired";
            doc_url?: components["schemas"]["DocUrl"];
        };
        RecipientProblem: {
            /** @description Such as `recipients[0].email`. */
            field: string;
            /**
             * @description `sms_not_configured`: a `channel` of `sms` or `both`, and this server sends no SMS.
             * @enum {string}
             */
            code: "invalid_email" | "invalid_phone" | "phone_required" | "sms_required" | "gate_required" | "duplicate_order" | "sms_not_configured";
            /** @description For people, may change. */
            message: string;
        };
        /**
         * @description Recipients cannot be invited like this; `problems[]` lists everything at once.
         * @example {
         *       "error": "recipients has 1 problem; see problems.",
         *       "code": "invalid_recipients",
         *       "problems": [
         *         {
         *           "field": "recipients[0].email",
         *           "code": "invalid_email",
         *           "message": "recipients[0].email must be an email address"
         *         }
         *       ]
         *     }
         */
        InvalidRecipientsError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_recipients";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Everything that keeps the recipients from being invited. */
            problems: components["schemas"]["RecipientProblem"][];
        };
        /**
         * @description In the language that the call names, what was filled in for a signer does not fit; `problems[]` lists every value.
         * @example {
         *       "error": "field_values has 1 problem; see problems.",
         *       "code": "template_input_invalid",
         *       "problems": [
         *         {
         *           "field": "since",
         *           "code": "too_long",
         *           "message": "does not fit: at most 18 characters",
         *           "meta": {
         *             "fits": 18
         *           }
         *         }
         *       ]
         *     }
         */
        ConfirmInputInvalidError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "template_input_invalid";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Every value that does not fit. */
            problems?: components["schemas"]["InstanceProblem"][];
        };
        /**
         * @description The edits could not be stored; nothing was changed or sent.
         * @example {
         *       "error": "The edits could not be stored; nothing was sent.",
         *       "code": "update_failed"
         *     }
         */
        UpdateFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "update_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The document could not be released; nothing was changed or sent. Call again.
         * @example {
         *       "error": "The document could not be released; nothing was changed or sent.",
         *       "code": "confirm_failed"
         *     }
         */
        ConfirmFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "confirm_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The PDF could not be rendered; nothing was sent.
         * @example {
         *       "error": "The PDF could not be rendered; nothing was sent.",
         *       "code": "render_failed"
         *     }
         */
        ConfirmRenderFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "render_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        DiscardedDocument: {
            document_id: components["schemas"]["DocumentId"];
            kind: components["schemas"]["TemplateKind"];
            /**
             * @description The document is discarded: nobody is invited any more.
             * @constant
             */
            status: "discarded";
            /**
             * @description `expired`: the review window was over.
             * @enum {string}
             */
            reason: "discarded" | "expired";
            /**
             * @description Who did it.
             * @enum {string}
             */
            actor: "api_key" | "user" | "system";
            /** @description True when it was before this call. */
            already_discarded: boolean;
        };
        /**
         * @description The document was confirmed. Withdraw its signing requests instead.
         * @example {
         *       "error": "The document was confirmed; withdraw its signing requests instead.",
         *       "code": "already_confirmed"
         *     }
         */
        AlreadyConfirmedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "already_confirmed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The document could not be discarded; nothing changed. Call again.
         * @example {
         *       "error": "The document could not be discarded; nothing changed.",
         *       "code": "discard_failed"
         *     }
         */
        DiscardFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "discard_failed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description `text` and `multiline`: a string. `number` and `money`: a number, or better a decimal string such as `"1200.50"`, which is never rounded. `date`:
         *     `YYYY-MM-DD`. `boolean`: true or false. `enum`: one of `options`. `email`, `phone`: an address, an E.164 number.
         * @enum {string}
         */
        FieldType: "text" | "multiline" | "number" | "money" | "date" | "boolean" | "enum" | "email" | "phone";
        /** @description A signature is not a value. */
        DocumentValue: {
            /**
             * Format: uuid
             * @description The box that a signer filled; null for a value of the sender.
             */
            field_id: string | null;
            /** @description The key of the registry, or of the marker or box; null without one. */
            field_key: string | null;
            /** @description As the signer read it. */
            label: string | null;
            /**
             * @description Of the box; `table`: a collection.
             * @enum {string}
             */
            kind: "name" | "date" | "text" | "checkbox" | "table";
            /** @description Page of the box; null for a value of the sender. */
            page: number | null;
            /** @description The signer's role. */
            role: string | null;
            /** @description The signer's slot. */
            slot: number | null;
            /**
             * @description Who gave the value: the sender in the call, or a signer on the page.
             * @enum {string}
             */
            owner: "sender" | "signer";
            /** @description The option of an enum that a checkbox stands for. */
            option: string | null;
            /** @description Of the field in the template; null for a collection, and where no field of the registry says what it is. */
            type: components["schemas"]["FieldType"] | null;
            /**
             * @description By `type`: numbers and money are decimal strings, days `YYYY-MM-DD`, yes and no booleans, also where a signer wrote `1.850,00` or
             *     `22 November 2026`. Of a checkbox true or false, of a table its rows.
             */
            value: string | boolean | {
                [key: string]: unknown;
            }[];
            /** @description When it was given or signed. */
            at: components["schemas"]["Timestamp"];
        };
        DocumentValues: {
            document_id: components["schemas"]["DocumentId"];
            /** @description First those of the sender in the template's order, then those of the signers who have signed, in reading order. */
            values: components["schemas"]["DocumentValue"][];
        };
        /**
         * @description `hash` is the SHA-256 of `prev_hash` (as these 64 characters) followed by the canonical JSON (RFC 8785) of this object without `prev_hash`
         *     and `hash`. Other keys may be added and are hashed too, so hash the object as received.
         */
        AuditEvent: {
            /** @description Position in the audit trail of the document, from 1. */
            seq: number;
            type: components["schemas"]["AuditType"];
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            document_id: components["schemas"]["DocumentId"];
            /**
             * Format: uuid
             * @description The signing request that it is about; null when it is about the whole document.
             */
            signing_request_id: string | null;
            /**
             * @description Who did it: a key, the signer, a person in the dashboard, or the service itself.
             * @enum {string}
             */
            actor: "api_key" | "signer" | "user" | "system";
            /** @description Masked to /24 (IPv4) or /48 (IPv6). */
            ip: string | null;
            /** @description Data specific to the type. */
            meta: {
                [key: string]: unknown;
            };
            /**
             * @description SHA-256 of a 32-byte salt followed by the canonical JSON of the unpublished data (full address, user agent), which can be erased
             *     without breaking the chain; null when there is none. `POST /documents/{id}/audit-events/{seq}/disclose` opens it.
             */
            private_commitment: components["schemas"]["Sha256"] | null;
            /** @description The `hash` of the previous event; 64 zeros for the first. */
            prev_hash: components["schemas"]["Sha256"];
            /** @description Hash of this event, which covers all events before it; SHA-256 in lowercase hex. */
            hash: components["schemas"]["Sha256"];
        } & {
            [key: string]: unknown;
        };
        AuditHead: {
            /** @description Position of this event in the audit trail, from 1: the number of events up to it. */
            seq: number;
            /** @description Hash of this event, which covers all events before it; SHA-256 in lowercase hex. */
            hash: components["schemas"]["Sha256"];
        };
        AuditTrail: {
            document_id: components["schemas"]["DocumentId"];
            /** @description Oldest first, `seq` from 1 without gaps. */
            events: components["schemas"]["AuditEvent"][];
            /** @description The last of them. */
            head: components["schemas"]["AuditHead"];
        };
        /**
         * @example {
         *       "reason": "Order of the district court of Zurich, case FV260117."
         *     }
         */
        DisclosureRequest: {
            /** @description Why the values are needed. Surrounding white space is removed; the audit trail publishes the rest. */
            reason: string;
        };
        Disclosure: {
            document_id: components["schemas"]["DocumentId"];
            /** @description Position of the event in the audit trail. */
            seq: number;
            /** @description As the audit trail publishes it. */
            private_commitment: components["schemas"]["Sha256"];
            /** @description 32 bytes in lowercase hex. */
            salt: string;
            /** @description What was not published. Other keys may be added and are hashed too, so hash the object as received. */
            committed: {
                /** @description The full IP address; null when it could not be determined. */
                ip: string | null;
                /** @description The header `User-Agent` of the request; null when it had none. */
                user_agent: string | null;
            } & {
                [key: string]: unknown;
            };
            /** @description The event `disclosed` of this call. */
            logged_as: components["schemas"]["AuditHead"];
        };
        /**
         * @description The event has no `private_commitment`, so there is nothing to disclose.
         * @example {
         *       "error": "event 9 (sealed) has nothing private",
         *       "code": "nothing_private",
         *       "meta": {
         *         "seq": 9,
         *         "type": "sealed"
         *       }
         *     }
         */
        NothingPrivateError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "nothing_private";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The event. */
            meta: {
                /** @description Its position in the audit trail. */
                seq: number;
                type: components["schemas"]["AuditType"];
            };
        };
        /**
         * @description Names a field of the registry, or a column of a collection.
         * @example monthly_rent
         */
        RegistryKey: string;
        /** @description The values of an `enum`; empty for every other type. */
        FieldOptions: string[];
        /**
         * @description ISO 4217 code of a `money` value; null for every other type.
         * @example CHF
         */
        Currency: string | null;
        /** @description Digits after the decimal point that a `number` is printed with; null prints those given. */
        Decimals: number | null;
        /**
         * @description What people read, by language tag.
         * @example {
         *       "en": "Monthly rent",
         *       "de": "Monatsmiete"
         *     }
         */
        Labels: {
            [key: string]: string;
        };
        /** @description A column of a collection. */
        FieldColumn: {
            key: components["schemas"]["RegistryKey"];
            type: components["schemas"]["FieldType"];
            /** @description Whether each row must have a value. */
            required: boolean;
            options: components["schemas"]["FieldOptions"];
            currency: components["schemas"]["Currency"];
            decimals: components["schemas"]["Decimals"];
            /** @description Characters at most; null for no limit of its own. */
            max_length: number | null;
            labels: components["schemas"]["Labels"];
        };
        /** @description A field of the workspace's registry (contract 2.8). */
        FieldDefinition: {
            key: components["schemas"]["RegistryKey"];
            /**
             * @description `scalar`: one value. `collection`: a list of rows, which fills a table.
             * @enum {string}
             */
            kind: "scalar" | "collection";
            /** @description Null for a collection. */
            type: components["schemas"]["FieldType"] | null;
            options: components["schemas"]["FieldOptions"];
            currency: components["schemas"]["Currency"];
            decimals: components["schemas"]["Decimals"];
            /** @description An example value. */
            example: string | null;
            /** @description Characters at most; null for no limit of its own. */
            max_length: number | null;
            /** @description Rows of a collection at most; null for a scalar. */
            max_rows: number | null;
            labels: components["schemas"]["Labels"];
            /** @description The columns of a collection, in order; empty for a scalar. */
            columns: components["schemas"]["FieldColumn"][];
        };
        Fields: {
            /** @description Sorted by key; archived ones are left out. */
            fields: components["schemas"]["FieldDefinition"][];
        };
        /**
         * @description Only a locked template can be instantiated or generated.
         * @enum {string}
         */
        TemplateStatus: "draft" | "locked" | "archived";
        TemplateSummary: {
            /**
             * Format: uuid
             * @description The template's id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            status: components["schemas"]["TemplateStatus"];
            kind: components["schemas"]["TemplateKind"];
            /** @description The newest locked version; 0 before the first lock. */
            version: number;
            /** @description When the template was last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        Templates: {
            /** @description Newest change first. */
            templates: components["schemas"]["TemplateSummary"][];
            /** @description Pass it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @description What people read, by language tag.
         * @default {}
         */
        LabelsModel: {
            [key: string]: string;
        };
        /** @description A signing slot. */
        TemplateSlotModel: {
            /** @description Its number. */
            slot: number;
            role: components["schemas"]["Role"];
            labels?: components["schemas"]["LabelsModel"];
            /**
             * @description The slot always goes to this address.
             * @default null
             */
            pinned_email?: components["schemas"]["Email"] | null;
            /**
             * @description The name of the person it is pinned to.
             * @default null
             */
            pinned_name?: string | null;
            /**
             * @description In a sequential template.
             * @default null
             */
            signing_order?: number | null;
            /**
             * @description How the invitation goes out.
             * @default email
             * @enum {string}
             */
            channel?: "email" | "sms" | "both";
            /**
             * @description Makes the signature advanced (AES).
             * @default false
             */
            require_sms_verification?: boolean;
            /**
             * @description Needs `require_sms_verification`.
             * @default null
             */
            sms_gate?: components["schemas"]["SmsGate"] | null;
        };
        /** @description How a value is set in its box. */
        TemplateBoxStyle: {
            /**
             * @description Points; null for the default of the kind.
             * @default null
             */
            size?: number | null;
            /**
             * @description Along the line; `start` is the right side for right-to-left text.
             * @default start
             * @enum {string}
             */
            align?: "start" | "center" | "end";
            /**
             * @description Across the lines.
             * @default middle
             * @enum {string}
             */
            valign?: "top" | "middle" | "bottom";
            /**
             * @description Whether the value may wrap.
             * @default one
             * @enum {string}
             */
            lines?: "one" | "many";
            /**
             * @description `refuse`: never set smaller than `size`. A value that does not fit at 6 pt is refused in any case.
             * @default shrink
             * @enum {string}
             */
            overflow?: "shrink" | "refuse";
        };
        TemplateTableColumn: {
            key: components["schemas"]["RegistryKey"];
            /** @description Part of the table's width; all shares add up to 1. */
            share: number;
            /**
             * @description Default: numbers and money at the end, everything else at the start.
             * @default null
             * @enum {string|null}
             */
            align?: "start" | "center" | "end" | null;
        };
        /** @description How a collection is set as a table. */
        TemplateTable: {
            /** @description The columns that are printed, in order. */
            columns: components["schemas"]["TemplateTableColumn"][];
            /**
             * @description Whether the columns' labels are printed above the rows, and again on each added page.
             * @default true
             */
            header?: boolean;
            /**
             * @description Whether every second row is shaded.
             * @default false
             */
            zebra?: boolean;
            /**
             * @description Rows at most.
             * @default 200
             */
            max_rows?: number;
            /**
             * @description What is printed without rows.
             * @default header
             * @enum {string}
             */
            empty?: "hide" | "header";
            /**
             * @description A page at the end of the PDF that serves as the background of added pages and is not shown itself; null for blank ones.
             * @default null
             */
            continuation_page?: number | null;
        };
        /** @description A box, in fractions of the page as displayed, origin top-left, as in `fields[]` of create. */
        TemplateBox: {
            /**
             * Format: uuid
             * @description Keeps the box's identity over versions; made up when it is missing.
             */
            id?: string;
            /** @description 1-based. */
            page: number;
            /** @description Left edge. */
            x: number;
            /** @description Top edge. */
            y: number;
            /** @description Width. */
            w: number;
            /** @description Height. */
            h: number;
            /**
             * @description What the box prints or asks for.
             * @enum {string}
             */
            kind: "signature" | "initial" | "date" | "name" | "text" | "checkbox" | "table";
            /**
             * @description The slot that fills it; null: printed from the sender's values.
             * @default null
             */
            slot?: number | null;
            /**
             * @description The field of the registry.
             * @default null
             */
            field?: components["schemas"]["RegistryKey"] | null;
            /**
             * @description A checkbox on an enum is ticked when the value is this option.
             * @default null
             */
            option?: string | null;
            /**
             * @description Whether a value must be given.
             * @default true
             */
            required?: boolean;
            /**
             * @description What a sender's value for a signer's field becomes.
             * @default editable
             * @enum {string}
             */
            prefill?: "editable" | "fixed" | "refused";
            /**
             * @description Overrides the field's labels.
             * @default null
             */
            label?: components["schemas"]["LabelsModel"] | null;
            /**
             * @description Characters at most.
             * @default null
             */
            max_length?: number | null;
            /**
             * @description How the value is set; null for the defaults.
             * @default null
             */
            style?: components["schemas"]["TemplateBoxStyle"] | null;
            /**
             * @description How a date or a number is printed; null for the default of its type.
             * @default null
             * @enum {string|null}
             */
            format?: "date_long" | "date_short" | "iso" | "number" | "currency" | "plain" | null;
            /**
             * @description Needed by a table, and only there.
             * @default null
             */
            table?: components["schemas"]["TemplateTable"] | null;
        };
        /** @description A template without its PDF, as a file that can be kept in a repository. */
        TemplateModel: {
            /**
             * @description Version of this format.
             * @constant
             */
            format: 1;
            /** @description Its name; also the title of its documents. */
            name: string;
            /**
             * @description Its purpose.
             * @default null
             */
            description?: string | null;
            /**
             * @description Language of dates, numbers and labels on the paper.
             * @default en
             * @enum {string}
             */
            locale?: "en" | "de" | "fr" | "it" | "es" | "pt" | "nl" | "pl" | "sv" | "da" | "cs" | "ar";
            /**
             * @description Whether slots sign one after the other.
             * @default parallel
             * @enum {string}
             */
            signing_mode?: "sequential" | "parallel";
            /**
             * @description Days that each signer has; null for the default.
             * @default null
             */
            expires_in_days?: number | null;
            /**
             * @description To the signers, in their invitation.
             * @default null
             */
            message?: string | null;
            /** @description The signing slots; none: the template renders files. */
            slots: components["schemas"]["TemplateSlotModel"][];
            /** @description The boxes in reading order. */
            boxes: components["schemas"]["TemplateBox"][];
        };
        FieldColumnModel: {
            key: components["schemas"]["RegistryKey"];
            type: components["schemas"]["FieldType"];
            /**
             * @description Whether each row must have a value.
             * @default false
             */
            required?: boolean;
            /**
             * @description The values of an enum.
             * @default []
             */
            options?: string[];
            /**
             * @description ISO 4217 code; needed by money.
             * @default null
             */
            currency?: string | null;
            /**
             * @description Digits after the decimal point that a number is printed with.
             * @default null
             */
            decimals?: number | null;
            /**
             * @description Characters at most.
             * @default null
             */
            max_length?: number | null;
            labels?: components["schemas"]["LabelsModel"];
        };
        /** @description A field definition that the template uses. */
        FieldModel: {
            key: components["schemas"]["RegistryKey"];
            /**
             * @description One value, or a list of rows.
             * @enum {string}
             */
            kind: "scalar" | "collection";
            /**
             * @description Needed by a scalar.
             * @default null
             */
            type?: components["schemas"]["FieldType"] | null;
            /**
             * @description The values of an enum.
             * @default []
             */
            options?: string[];
            /**
             * @description ISO 4217 code; needed by money.
             * @default null
             */
            currency?: string | null;
            /**
             * @description Digits after the decimal point that a number is printed with.
             * @default null
             */
            decimals?: number | null;
            /**
             * @description An example value.
             * @default null
             */
            example?: string | null;
            /**
             * @description Characters at most.
             * @default null
             */
            max_length?: number | null;
            /**
             * @description Rows of a collection at most; default 1,000.
             * @default null
             */
            max_rows?: number | null;
            labels?: components["schemas"]["LabelsModel"];
            /**
             * @description The columns of a collection.
             * @default []
             */
            columns?: components["schemas"]["FieldColumnModel"][];
        };
        /** @description The PDF as a part, every other part JSON-encoded. */
        TemplateImport: {
            /**
             * Format: binary
             * @description The PDF, with the limits and the checks of create; it must not be signed, as values are printed into it. Not needed when `template_id` keeps its own.
             */
            file?: Blob;
            template: components["schemas"]["TemplateModel"];
            /** @description Definitions to create or update in the registry. A key keeps its kind and type for ever: another one is refused. */
            fields?: components["schemas"]["FieldModel"][];
            /** @description The template whose draft is replaced; without it a new template is created. */
            template_id?: string | null;
            /** @description Lock at once; a new version is made when the content changed. */
            lock?: boolean | null;
        };
        /** @description What keeps a template from being locked, or deserves attention. */
        TemplateProblem: {
            /**
             * @description Why; new codes may be added.
             * @enum {string}
             */
            code: "slot_without_signature" | "slot_without_boxes" | "mixed_owner" | "kind_mismatch" | "field_archived" | "field_unknown" | "option_unknown" | "column_unknown" | "box_off_page" | "box_too_small" | "table_too_small" | "shares" | "duplicate_slot" | "duplicate_role" | "order_incomplete" | "continuation_page" | "too_many_pages" | "overlap" | "table_owner_not_first" | "parallel_interactive_table";
            /** @description For people. */
            message: string;
            /** @description The box's id; null when it is not about a box. */
            box: string | null;
            /** @description The slot; null when it is not about a slot. */
            slot: number | null;
        };
        ImportedTemplate: {
            /**
             * Format: uuid
             * @description The template's id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            status: components["schemas"]["TemplateStatus"];
            kind: components["schemas"]["TemplateKind"];
            /** @description The newest locked version; 0 before the first lock. */
            version: number;
            /** @description Whether the template is new. */
            created: boolean;
            /** @description Keys that were added to the registry. */
            created_fields: string[];
            /** @description What keeps the draft from being locked. */
            problems: components["schemas"]["TemplateProblem"][];
            /** @description What deserves attention. */
            warnings: components["schemas"]["TemplateProblem"][];
        };
        /**
         * @description The call takes a live key, and the key is that of a sandbox.
         * @example {
         *       "error": "this call takes a live key",
         *       "code": "live_key_required"
         *     }
         */
        LiveKeyRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "live_key_required";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The registry has a field of another kind or type under this key. Use another key.
         * @example {
         *       "error": "The field \"monthly_rent\" is of type money in the registry and text in the import; use another key.",
         *       "code": "field_conflict",
         *       "meta": {
         *         "key": "monthly_rent"
         *       }
         *     }
         */
        FieldConflictError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "field_conflict";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The field in conflict. */
            meta?: {
                /** @description The key, with the column behind a dot. */
                key: string;
            };
        };
        /**
         * @description The template cannot be locked; `problems[]` says why.
         * @example {
         *       "error": "The template has 1 problem; see problems.",
         *       "code": "template_invalid",
         *       "problems": [
         *         {
         *           "code": "slot_without_signature",
         *           "message": "Slot 1 (tenant) has boxes but no signature or initials.",
         *           "box": null,
         *           "slot": 1
         *         }
         *       ]
         *     }
         */
        TemplateInvalidError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "template_invalid";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What keeps it from being locked. */
            problems: components["schemas"]["TemplateProblem"][];
        };
        /** @description A signing slot of the template. */
        TemplateRecipient: {
            /** @description The number that `recipients[].slot` names. */
            slot: number;
            /** @description The slot's role, as in the events. */
            role: string;
            /** @description The slot's label in the template's language. */
            label: string | null;
            /** @description Whether the slot always goes to the same address. */
            pinned: boolean;
            /** @description That address. */
            pinned_email: string | null;
            /** @description Null in a parallel template. */
            signing_order: number | null;
            channel: components["schemas"]["Channel"];
            /** @description Whether the signature is advanced (AES). */
            require_sms_verification: boolean;
            /** @description The gate of the slot. */
            sms_gate: components["schemas"]["SmsGate"] | null;
            /** @description Whether boxes belong to the slot; then it needs a recipient. */
            has_fields: boolean;
        };
        /** @description A value that the template prints or asks for. */
        TemplateInput: {
            key: components["schemas"]["RegistryKey"];
            /**
             * @description As in the registry.
             * @enum {string}
             */
            kind: "scalar" | "collection";
            /** @description Null for a collection. */
            type: components["schemas"]["FieldType"] | null;
            /** @description Whether a value must be given. */
            required: boolean;
            /**
             * @description `sender`: given in `field_values`. `signer`: entered while signing; a value given in `field_values` is a prefill.
             * @enum {string}
             */
            owner: "sender" | "signer";
            /** @description The slot that enters it; null for the sender's. */
            slot: number | null;
            /**
             * @description What a sender's value for a signer's field becomes: a proposal, a fixed value, or the problem `signer_owned`.
             * @enum {string}
             */
            prefill: "editable" | "fixed" | "refused";
            labels: components["schemas"]["Labels"];
            options: components["schemas"]["FieldOptions"];
            currency: components["schemas"]["Currency"];
            decimals: components["schemas"]["Decimals"];
            /** @description An example value. */
            example: string | null;
            /** @description Characters at most; null for no limit of its own. */
            max_length: number | null;
            /** @description Rows of a collection at most; null for a scalar. */
            max_rows: number | null;
            /** @description The columns that the template's table prints, in order; empty for a scalar. */
            columns: components["schemas"]["FieldColumn"][];
        };
        TemplateFile: {
            /** @description 0, as a template has one PDF. */
            index: number;
            /** @description Its file name. */
            name: string;
            /** @description Its pages. */
            page_count: number;
            /** @description SHA-256 of the template's PDF, in lowercase hex. */
            sha256: components["schemas"]["Sha256"];
        };
        /** @description The input contract of a template (contract 2.7), with the field definitions as they were when the version was locked. */
        Template: {
            /**
             * Format: uuid
             * @description The template's id.
             */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its purpose. */
            description: string | null;
            status: components["schemas"]["TemplateStatus"];
            kind: components["schemas"]["TemplateKind"];
            /** @description The version shown: the newest locked one, or `?version=`; 0 for a draft that was never locked. */
            version: number;
            /** @description When that version was locked. */
            locked_at: components["schemas"]["Timestamp"] | null;
            locale: components["schemas"]["Locale"];
            signing_mode: components["schemas"]["SigningMode"];
            /** @description The signing slots; empty for kind `file`. */
            recipients: components["schemas"]["TemplateRecipient"][];
            /** @description The keys of `field_values`, in the template's order. */
            field_values: components["schemas"]["TemplateInput"][];
            /** @description The template's PDF. */
            files: components["schemas"]["TemplateFile"][];
            /** @description When the template was created. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the template was last changed. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description The template has no locked version with this number.
         * @example {
         *       "error": "The template has no version 7; the newest is 3.",
         *       "code": "version_not_found",
         *       "meta": {
         *         "version": 7,
         *         "current_version": 3
         *       }
         *     }
         */
        VersionNotFoundError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "version_not_found";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The version asked for, and the newest. */
            meta?: {
                /** @description The version asked for. */
                version: number;
                /** @description The newest version; 0 when there is none. */
                current_version: number;
            };
        };
        /** @description Everything but the bytes of the PDF, which `GET /templates/{id}/file` returns. Import accepts `template` and `fields` unchanged. */
        TemplateExport: {
            template: components["schemas"]["TemplateModel"];
            /** @description The field definitions that the template uses, sorted by key. */
            fields: components["schemas"]["FieldModel"][];
            /** @description The template's PDF, without its bytes. */
            file: components["schemas"]["TemplateFile"];
        };
        /**
         * @description Strict; an unknown key is rejected with 400 `unknown_recipient_field`.
         * @example {
         *       "slot": 1,
         *       "email": "ada@example.com",
         *       "name": "Ada Lovelace",
         *       "reference": "cust-17"
         *     }
         */
        RecipientInput: {
            /** @description The slot, as `GET /templates/{id}` lists it. */
            slot: number;
            /** @description Required unless the slot is pinned; another address than the pinned one is 400 `pinned-slot-mismatch`. */
            email?: components["schemas"]["Email"] | null;
            /** @description The whole name, instead of `first_name` and `last_name`; default the template's pinned name. */
            name?: string | null;
            /** @description Together with `last_name`. */
            first_name?: string | null;
            /** @description Together with `first_name`. */
            last_name?: string | null;
            /** @description Language of the invitation and the signing page; default the template's. */
            locale?: components["schemas"]["Locale"] | null;
            /** @description Required when the slot or `require_sms_verification` asks for a code, and with a `channel` of `sms` or `both`. */
            phone_e164?: components["schemas"]["Phone"] | null;
            /** @description Can be raised above what the template says, not lowered. */
            require_sms_verification?: boolean | null;
            /** @description Can be raised above what the template says, not lowered. */
            sms_gate?: components["schemas"]["SmsGate"] | null;
            /** @description Your own id for this recipient, included in every event and read. */
            reference?: string | null;
            /** @description The recipient's company; in events and in the audit trail. */
            company?: string | null;
            /** @description The recipient's position in the company; in events and in the audit trail. */
            job_title?: string | null;
            /** @description Of a sequential template; default the template's. Ignored with a warning in a parallel one. */
            signing_order?: number | null;
            return_url?: components["schemas"]["ReturnUrl"];
            /**
             * @description Default the template's. `sms` and `both` need `phone_e164`, and a server that sends SMS (else 400 `invalid_request`). With
             *     `send_emails: false` nothing is sent by SMS either.
             */
            channel?: components["schemas"]["Channel"] | null;
        };
        /**
         * @description The values by field key, as `GET /templates/{id}` lists them; null counts as not given. A collection is a list of rows. A key that the template
         *     does not use is a warning (`unknown_field`), and so is a column that its table lacks (`unknown_column`). A value for a signer's field fills it in.
         * @example {
         *       "monthly_rent": "1850.00",
         *       "start_date": "2026-11-01",
         *       "items": [
         *         {
         *           "what": "Deposit",
         *           "amount": "5550.00"
         *         }
         *       ]
         *     }
         */
        FieldValuesInput: {
            [key: string]: unknown;
        } | null;
        /** @description What a template is filled and sent with. */
        InstanceRequest: {
            /** @description Who fills which slot. A pinned slot needs no entry; its entry may still bring a phone number or a reference. */
            recipients?: components["schemas"]["RecipientInput"][] | null;
            field_values?: components["schemas"]["FieldValuesInput"];
            metadata?: components["schemas"]["MetadataInput"];
            /**
             * @description Create nothing and report what the real call would do. Values that do not satisfy the template are 422 `template_input_invalid` as in the
             *     real call; a used-up plan or SMS allowance is a problem in a 200 with `ok: false`, also with `review`.
             */
            validate_only?: boolean | null;
            /** @description Stage the document: nobody is invited before `POST /documents/{id}/confirm`; after 14 days it is discarded. */
            review?: boolean | null;
            send_emails?: components["schemas"]["SendEmails"];
            /** @description A locked version; default the newest. */
            version?: number | null;
            observer_emails?: components["schemas"]["ObserverEmails"];
            /** @description The document's name; default the template's. */
            title?: components["schemas"]["Title"];
            /** @description A text in the invitation; default the template's. */
            message?: components["schemas"]["Message"];
            subject?: components["schemas"]["Subject"];
            reply_to?: components["schemas"]["ReplyTo"];
            callback_url?: components["schemas"]["CallbackUrl"];
        };
        MissingOptional: {
            /** @description The key. */
            field: string;
            /** @description Null for a collection. */
            type: components["schemas"]["FieldType"] | null;
            labels: components["schemas"]["Labels"];
        };
        Instantiated: {
            /** @description With `validate_only`: false exactly when `problems` is not empty. Else true. */
            ok: boolean;
            /**
             * Format: uuid
             * @description Null with `validate_only`.
             */
            document_id: string | null;
            /**
             * @description Null with `validate_only`.
             * @enum {string|null}
             */
            status: "pending" | "staged" | null;
            /**
             * Format: uuid
             * @description The template's id.
             */
            template_id: string;
            /** @description The template's name. */
            template_name: string;
            /** @description The version that was used. */
            template_version: number;
            signing_mode: components["schemas"]["SigningMode"];
            /** @description When the first signing request expires; null while staged. */
            expires_at: components["schemas"]["MaybeTimestamp"];
            /** @description Of a staged one; opens in the dashboard and needs a sign-in there. */
            review_url: string | null;
            /** @description Of a staged one. */
            review_expires_at: components["schemas"]["MaybeTimestamp"];
            /** @description The `metadata` of the call; null when none was given. */
            metadata: components["schemas"]["Metadata"] | null;
            /** @description SHA-256 of the file that the signers see; null with `validate_only`. */
            sha256: components["schemas"]["Sha256"] | null;
            /** @description Address of the description of this call. */
            docs: string;
            /** @description In the template's order. */
            recipients: components["schemas"]["InstanceRecipient"][];
            /** @description Only when `callback_url` was set. */
            callback?: {
                /** @description Signs the document's own webhook; shown once. */
                secret: string;
            };
            /** @description With `validate_only`: what the real call would refuse. */
            problems: components["schemas"]["InstanceProblem"][];
            /** @description What was ignored or done for you; empty when there is nothing to say. A warning never fails the call. */
            warnings: components["schemas"]["Warning"][];
            /** @description What could still be given. */
            missing_optional: components["schemas"]["MissingOptional"][];
        };
        /** @description Every problem at once, in the template's order. Only where the template exists. */
        TemplateCallProblems: components["schemas"]["InstanceProblem"][];
        /** @description As in a 2xx response. */
        TemplateCallWarnings: components["schemas"]["Warning"][];
        /**
         * Format: uuid
         * @description The template's id.
         */
        TemplateIdUsed: string;
        /** @description The template's name. */
        TemplateNameUsed: string;
        /** @description The version that was used; 0 when it was never locked. */
        TemplateVersionUsed: number;
        /** @description Address of the description of this call. */
        TemplateDocs: string;
        /**
         * @description The body is invalid, or contradicts the template.
         * @example {
         *       "error": "recipients[0].slot: the template has no slot 7; it has: 1, 2",
         *       "code": "invalid_request",
         *       "meta": {
         *         "path": "recipients[0].slot"
         *       }
         *     }
         */
        TemplateInvalidRequestError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_request";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What is invalid, and where. */
            meta?: {
                /** @description The first invalid location, e.g. `recipients[0].slot`. */
                path: string;
                /** @description All invalid locations. */
                issues?: {
                    /** @description The invalid location, e.g. `signers[0].phone_e164`. */
                    path: string;
                    /** @description What is wrong there, for people; may change. */
                    message: string;
                }[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description A recipient has a key that the call does not accept.
         * @example {
         *       "error": "recipients[0] has the unknown key \"phone\"; accepted: slot, email, name.",
         *       "code": "unknown_recipient_field",
         *       "meta": {
         *         "recipients": [
         *           {
         *             "index": 0,
         *             "fields": [
         *               "phone"
         *             ]
         *           }
         *         ],
         *         "accepted": [
         *           "slot",
         *           "email",
         *           "name"
         *         ]
         *       }
         *     }
         */
        TemplateUnknownRecipientFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_recipient_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The recipients with unknown keys. */
                recipients: {
                    /** @description Index in `recipients`, from 0. */
                    index: number;
                    /** @description The unknown keys, as sent. */
                    fields: string[];
                }[];
                /** @description The keys a recipient may have. */
                accepted: string[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description A key that the call does not accept; a warning until 2026-12-31.
         * @example {
         *       "error": "unknown: \"values\"; did you mean \"field_values\"?",
         *       "code": "unknown_field",
         *       "meta": {
         *         "fields": [
         *           "values"
         *         ],
         *         "accepted": [
         *           "recipients",
         *           "field_values",
         *           "metadata"
         *         ]
         *       }
         *     }
         */
        TemplateUnknownFieldError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_field";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown keys, and the known ones. */
            meta: {
                /** @description The unknown keys, as sent. */
                fields: string[];
                /** @description The keys that the call accepts. */
                accepted: string[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description `metadata` is not a flat object within its limits; `problems[]` lists every violation.
         * @example {
         *       "error": "metadata.order must be a string, number, boolean or null.",
         *       "code": "invalid_metadata",
         *       "problems": [
         *         {
         *           "field": "metadata.order",
         *           "code": "not_flat",
         *           "message": "must be a string, number, boolean or null"
         *         }
         *       ]
         *     }
         */
        TemplateInvalidMetadataError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_metadata";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Every violation of the limits, at least one. */
            problems: components["schemas"]["MetadataProblem"][];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description A slot that the template pins to an address got another one; `slot` names it.
         * @example {
         *       "error": "Slot 2 of the template is pinned to another address.",
         *       "code": "pinned-slot-mismatch",
         *       "slot": 2
         *     }
         */
        PinnedSlotMismatchError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "pinned-slot-mismatch";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The pinned slot. */
            slot: number;
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description Slots that are not pinned have no recipient.
         * @example {
         *       "error": "recipients lacks slot 2.",
         *       "code": "missing_recipient",
         *       "meta": {
         *         "slots": [
         *           2
         *         ]
         *       }
         *     }
         */
        MissingRecipientError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "missing_recipient";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The slots without a recipient. */
            meta: {
                /** @description The slots without a recipient. */
                slots: number[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description `callback_url` is not https.
         * @example {
         *       "error": "callback_url must be an https URL.",
         *       "code": "https_required"
         *     }
         */
        TemplateHttpsRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "https_required";
            doc_url?: components["schemas"]["DocUrl"];
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description `callback_url` has a private address.
         * @example {
         *       "error": "callback_url must be, or resolve to, a public address.",
         *       "code": "url_not_public"
         *     }
         */
        TemplateUrlNotPublicError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "url_not_public";
            doc_url?: components["schemas"]["DocUrl"];
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description A `return_url` without an origin that is registered on the key.
         * @example {
         *       "error": "recipients[0].return_url must have an origin that is registered on this key.",
         *       "code": "return_url_not_allowed",
         *       "meta": {
         *         "path": "recipients[0].return_url",
         *         "origin": "https://example.org",
         *         "allowed": []
         *       }
         *     }
         */
        TemplateReturnUrlNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "return_url_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The URL that was refused. */
            meta: {
                /** @description The place of the value in the body. */
                path: string;
                /** @description The origin of the URL that was sent. */
                origin: string;
                /** @description The origins registered on this key. */
                allowed: string[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The workspace's monthly cap of documents is reached; nothing was created.
         * @example {
         *       "error": "This workspace has sent 20 of its 20 documents this month.",
         *       "code": "tier_required",
         *       "meta": {
         *         "tier": "starter",
         *         "cap": 20,
         *         "used": 20
         *       }
         *     }
         */
        TemplateTierRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "tier_required";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The plan's cap and its use. */
            meta: {
                /** @description The workspace's plan; for display only. */
                tier: string;
                /** @description Documents that the plan allows in a calendar month (UTC). */
                cap: number;
                /** @description Documents of this month so far. */
                used: number;
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The document needs more text messages (codes, invitations by SMS) than remain in this month's allowance; nothing was created or sent.
         * @example {
         *       "error": "text messages needed: 3; left this month: 1",
         *       "code": "sms_allowance_exhausted",
         *       "meta": {
         *         "required": 3,
         *         "remaining": 1,
         *         "resets_at": "2026-11-01T00:00:00.000Z"
         *       }
         *     }
         */
        TemplateSmsAllowanceExhaustedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "sms_allowance_exhausted";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The messages that are needed, and those that are left. */
            meta: {
                /** @description Text messages that the call needs. */
                required: number;
                /** @description Text messages left this month. */
                remaining: number;
                /** @description When the allowance is full again: 00:00 UTC on the 1st of the next month. */
                resets_at: components["schemas"]["Timestamp"];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The template has no locked version with this number.
         * @example {
         *       "error": "The template has no version 7; the newest is 3.",
         *       "code": "version_not_found",
         *       "meta": {
         *         "version": 7,
         *         "current_version": 3
         *       }
         *     }
         */
        TemplateVersionNotFoundError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "version_not_found";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The version asked for, and the newest. */
            meta: {
                /** @description The version asked for. */
                version: number;
                /** @description The newest version; 0 when there is none. */
                current_version: number;
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The template is a draft or archived; only a locked one can be used, also with `version`.
         * @example {
         *       "error": "The template is a draft; only a locked one can be used.",
         *       "code": "template_unlocked",
         *       "meta": {
         *         "status": "draft"
         *       }
         *     }
         */
        TemplateUnlockedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "template_unlocked";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state of the template. */
            meta: {
                status: components["schemas"]["TemplateStatus"];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description A signer enters the rows of a table, which needs a sequential template when there are several signers, or rows in `field_values`.
         * @example {
         *       "error": "Signers enter the rows of items, which needs a sequential template, or rows in field_values.",
         *       "code": "interactive-table-requires-sequential"
         *     }
         */
        InteractiveTableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "interactive-table-requires-sequential";
            doc_url?: components["schemas"]["DocUrl"];
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description `field_values` does not satisfy the template's input contract; `problems[]` lists everything at once.
         * @example {
         *       "error": "field_values has 1 problem; see problems.",
         *       "code": "template_input_invalid",
         *       "problems": [
         *         {
         *           "field": "monthly_rent",
         *           "code": "required",
         *           "message": "monthly_rent is required"
         *         }
         *       ],
         *       "warnings": [],
         *       "template_id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
         *       "template_name": "Lease",
         *       "template_version": 3,
         *       "docs": "https://sign.example.com/docs/errors#template_input_invalid"
         *     }
         */
        TemplateInputInvalidError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "template_input_invalid";
            doc_url?: components["schemas"]["DocUrl"];
            problems: components["schemas"]["TemplateCallProblems"];
            warnings: components["schemas"]["TemplateCallWarnings"];
            /** @description With `validate_only`, what could still be given. */
            missing_optional?: components["schemas"]["MissingOptional"][];
            template_id: components["schemas"]["TemplateIdUsed"];
            template_name: components["schemas"]["TemplateNameUsed"];
            template_version: components["schemas"]["TemplateVersionUsed"];
            docs: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The template has no signing slot; `generate` makes a file from it.
         * @example {
         *       "error": "The template has no signing slot.",
         *       "code": "signer_without_signature",
         *       "meta": {
         *         "roles": []
         *       }
         *     }
         */
        TemplateSignerWithoutSignatureError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "signer_without_signature";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The signers with nothing to sign. */
            meta: {
                /** @description The roles without anything to sign; empty when the template has no slot. */
                roles: string[];
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The database failed. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left.
         * @example {
         *       "error": "The document could not be stored; nothing was created.",
         *       "code": "db_failed",
         *       "meta": {
         *         "rolled_back": true
         *       }
         *     }
         */
        TemplateDbFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "db_failed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What the failed call has left behind. */
            meta: {
                /** @description True: nothing that the call created is left. False: the document in `document_id` is. */
                rolled_back: boolean;
                /**
                 * Format: uuid
                 * @description The document that was left behind; only with `rolled_back: false`.
                 */
                document_id?: string;
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The PDF could not be rendered or stored. Nothing was created or sent, and the `Idempotency-Key` is free.
         * @example {
         *       "error": "The PDF could not be rendered or stored; nothing was created or sent.",
         *       "code": "render_failed"
         *     }
         */
        RenderFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "render_failed";
            doc_url?: components["schemas"]["DocUrl"];
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /** @description What a file is rendered from. */
        GenerateRequest: {
            field_values?: components["schemas"]["FieldValuesInput"];
            /** @description Kept with `review: true`. */
            metadata?: components["schemas"]["MetadataInput"];
            /** @description Stage the file until `POST /documents/{id}/confirm` or `/discard`; after 14 days it is discarded. */
            review?: boolean | null;
            /** @description A locked version; default the newest. */
            version?: number | null;
            /** @description The file's name; default the template's. */
            title?: components["schemas"]["Title"];
        };
        /**
         * @description The template has neither a signing slot nor anything that values could be printed into.
         * @example {
         *       "error": "The template has no box for a value and no signing slot: there is nothing to render.",
         *       "code": "not_rendered"
         *     }
         */
        NotRenderedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "not_rendered";
            doc_url?: components["schemas"]["DocUrl"];
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The staged file could not be stored. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left.
         * @example {
         *       "error": "The file could not be staged; nothing was created.",
         *       "code": "insert_failed",
         *       "meta": {
         *         "rolled_back": true
         *       }
         *     }
         */
        InsertFailedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "insert_failed";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What the failed call has left behind. */
            meta: {
                /** @description True: nothing that the call created is left. False: the document in `document_id` is. */
                rolled_back: boolean;
                /**
                 * Format: uuid
                 * @description The document that was left behind; only with `rolled_back: false`.
                 */
                document_id?: string;
            };
            problems?: components["schemas"]["TemplateCallProblems"];
            warnings?: components["schemas"]["TemplateCallWarnings"];
            template_id?: components["schemas"]["TemplateIdUsed"];
            template_name?: components["schemas"]["TemplateNameUsed"];
            template_version?: components["schemas"]["TemplateVersionUsed"];
            docs?: components["schemas"]["TemplateDocs"];
        };
        /**
         * @description The deployment cannot stage files.
         * @example {
         *       "error": "Files cannot be staged for a review.",
         *       "code": "review_unavailable"
         *     }
         */
        ReviewUnavailableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "review_unavailable";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description What a hook can subscribe to. New events may be added at any time.
         * @enum {string}
         */
        EventName: "signing_request.sent" | "signing_request.viewed" | "signing_request.sms_sent" | "signing_request.sms_failed" | "signing_request.sms_verified" | "signing_request.signed" | "signing_request.declined" | "signing_request.withdrawn" | "signing_request.expired" | "signing_request.email_failed" | "signing_request.hand_over_proposed" | "signing_request.reassigned" | "document.completed" | "document.seal_delayed" | "document.abandoned" | "template_instance.staged" | "template_instance.confirmed" | "template_instance.discarded";
        /**
         * @description `full`, or `minimal`: without names, addresses, phones, reasons, metadata and certificate fields.
         * @enum {string}
         */
        PayloadMode: "full" | "minimal";
        Hook: {
            /**
             * Format: uuid
             * @description UUID of the hook, as in the paths below `/hooks`.
             */
            id: string;
            /** @description Where its deliveries are posted. */
            target_url: string;
            /** @description Empty means every event. */
            events: components["schemas"]["EventName"][];
            /** @description False once it was replaced or disabled in the dashboard: it gets nothing more. */
            enabled: boolean;
            /** @description When it was registered. */
            created_at: components["schemas"]["Timestamp"];
            payload: components["schemas"]["PayloadMode"];
            /** @description Whether deliveries also carry the headers of Standard Webhooks. */
            standard_webhooks: boolean;
            /** @description The first 12 characters of the secret. */
            secret_prefix: string;
            /** @description Until then deliveries are also signed with the previous secret; null when there was no rotation in the last 24 hours. */
            previous_secret_valid_until: components["schemas"]["Timestamp"] | null;
            /** @description When it was disabled; null while it is enabled. */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Failing deliveries never disable a hook.
             * @enum {string|null}
             */
            disabled_reason: "replaced" | "dashboard" | null;
            /**
             * Format: uuid
             * @description The hook that took over its `target_url`.
             */
            replaced_by: string | null;
        };
        Hooks: {
            /** @description Newest first. */
            hooks: components["schemas"]["Hook"][];
        };
        /** @description Keys that are not listed here are ignored. */
        NewHook: {
            /** @description An https URL without credentials that is, or resolves to, a public address; not port 0. A name that does not resolve at the moment is accepted. */
            target_url: string;
            /** @description Names from the list of events; omitted or empty means every event, including ones added later. `ping` cannot be subscribed to. */
            events?: string[] | null;
            /** @description Default `full`; a re-post for the same `target_url` that omits it keeps the mode of the hook it replaces. */
            payload?: components["schemas"]["PayloadMode"] | null;
            /**
             * @description Whether deliveries also carry the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, for
             *     receivers that use one of its libraries. Default false; a re-post that omits it keeps what the replaced hook had.
             */
            standard_webhooks?: boolean | null;
        };
        CreatedHook: {
            /**
             * Format: uuid
             * @description UUID of the hook, as in the paths below `/hooks`.
             */
            id: string;
            /** @description Where its deliveries are posted. */
            target_url: string;
            /** @description Empty means every event. */
            events: components["schemas"]["EventName"][];
            /** @description False once it was replaced or disabled in the dashboard: it gets nothing more. */
            enabled: boolean;
            /** @description When it was registered. */
            created_at: components["schemas"]["Timestamp"];
            payload: components["schemas"]["PayloadMode"];
            /** @description Whether deliveries also carry the headers of Standard Webhooks. */
            standard_webhooks: boolean;
            /** @description The first 12 characters of the secret. */
            secret_prefix: string;
            /** @description Until then deliveries are also signed with the previous secret; null when there was no rotation in the last 24 hours. */
            previous_secret_valid_until: components["schemas"]["Timestamp"] | null;
            /** @description When it was disabled; null while it is enabled. */
            disabled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Failing deliveries never disable a hook.
             * @enum {string|null}
             */
            disabled_reason: "replaced" | "dashboard" | null;
            /**
             * Format: uuid
             * @description The hook that took over its `target_url`.
             */
            replaced_by: string | null;
            /** @description Shown here and after a rotation, never again. The HMAC key is the whole string, prefix included. */
            secret: string;
            /** @description Hooks that were disabled because they had the same address, however it was spelled. */
            replaced_hook_ids: string[];
            /** @description Names each unknown key of the body (`unknown_field`), such as `event` for `events`. */
            warnings: components["schemas"]["Warning"][];
        };
        /**
         * @description `events` contains a name that cannot be subscribed to.
         * @example {
         *       "error": "There is no event \"document.signed\".",
         *       "code": "unknown_event",
         *       "meta": {
         *         "unknown": [
         *           "document.signed"
         *         ],
         *         "valid_events": [
         *           "signing_request.sent",
         *           "document.completed"
         *         ]
         *       }
         *     }
         */
        UnknownEventError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "unknown_event";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The unknown names, and the known ones. */
            meta: {
                /** @description The names that are no events, as sent. */
                unknown: string[];
                /** @description The names that can be subscribed to. */
                valid_events: string[];
            };
        };
        /**
         * @description The deployment cannot send minimal bodies.
         * @example {
         *       "error": "Minimal bodies are not available.",
         *       "code": "payload_mode_unavailable"
         *     }
         */
        PayloadModeUnavailableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "payload_mode_unavailable";
            doc_url?: components["schemas"]["DocUrl"];
        };
        RotatedSecret: {
            /**
             * Format: uuid
             * @description UUID of the hook whose secret was rotated.
             */
            id: string;
            /** @description The new secret, shown only here. The HMAC key is the whole string, prefix included. */
            secret: string;
            /** @description The first 12 characters of the new secret, as lists show them. */
            secret_prefix: string;
            /** @description 24 hours after the rotation; until then deliveries carry a signature with each secret, the new one first. */
            previous_secret_valid_until: components["schemas"]["Timestamp"];
        };
        /**
         * @description Another call rotated the secret at the same time; its secret is live.
         * @example {
         *       "error": "Another call rotated this secret at the same time.",
         *       "code": "rotation_conflict"
         *     }
         */
        RotationConflictError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "rotation_conflict";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /** @example evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d */
        EventId: string;
        PingResult: {
            /**
             * Format: uuid
             * @description UUID of the delivery in the hook's log.
             */
            delivery_id: string;
            /** @description `evt_` and 32 hex digits; the receiver gets it as `event_id` and as the header `X-Service-Event-Id`, the same in every attempt. */
            event_id: components["schemas"]["EventId"];
            /**
             * @description `success` for a 2xx response.
             * @enum {string}
             */
            status: "success" | "giving_up";
            /** @description Null when no response came. */
            response_status: number | null;
            /** @description Duration of the attempt in milliseconds. */
            latency_ms: number;
        };
        /**
         * @description The hook was disabled or replaced.
         * @example {
         *       "error": "This hook is switched off.",
         *       "code": "hook_disabled"
         *     }
         */
        HookDisabledError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "hook_disabled";
            doc_url?: components["schemas"]["DocUrl"];
        };
        DeliveryAttempt: {
            /** @description When the attempt began. */
            at: components["schemas"]["Timestamp"];
            /**
             * @description How far it got: the name was being resolved, the connection opened, TLS negotiated, the request was sent and its response awaited,
             *     or the response's headers came. Null when no attempt was made (the address is no longer allowed) or the sender was interrupted.
             * @enum {string|null}
             */
            phase: "dns" | "connect" | "tls" | "request" | "response" | null;
            /** @description The endpoint's response status, null when no response came. */
            status: number | null;
            /** @description What `response_body` was after this attempt: up to 500 characters of the response, or a note. */
            note: string;
            /** @description Duration of the attempt in milliseconds. */
            latency_ms: number;
        };
        /**
         * @description `pending`: attempts are still to come. `success`: the last attempt got a 2xx response. `giving_up`: it failed, and none follows.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "success" | "giving_up";
        HookDelivery: {
            /**
             * Format: uuid
             * @description UUID of the delivery, for `redeliver`.
             */
            id: string;
            /** @description The event's name, `ping` for test pings. */
            event: string;
            /** @description `evt_` and 32 hex digits; the receiver gets it as `event_id` and as the header `X-Service-Event-Id`, the same in every attempt. */
            event_id: components["schemas"]["EventId"];
            /**
             * Format: uuid
             * @description The document that the event names; null for a `ping`.
             */
            document_id: string | null;
            /** @description Attempts so far, redeliveries included. */
            attempts: number;
            /** @description The endpoint's last response status, null when no response came. */
            response_status: number | null;
            /**
             * @description The first 500 characters of the response, or a note: `network: ...` when none came, `redirect not followed: HTTP <status>, Location:
             *     <url>`, `hook switched off`. Empty before the first attempt.
             */
            response_body: string;
            /** @description Duration of the last attempt in milliseconds, 0 before the first. */
            latency_ms: number;
            /**
             * @description Every attempt, redeliveries included, oldest first; at most the newest 100. Empty before the first attempt, and for
             *     attempts made before this log existed.
             */
            attempt_log: components["schemas"]["DeliveryAttempt"][];
            status: components["schemas"]["DeliveryStatus"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the next scheduled attempt is made; null before the first attempt and after the last. */
            next_retry_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was delivered or given up; null while it is pending. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        HookDeliveries: {
            /** @description Newest first. */
            deliveries: components["schemas"]["HookDelivery"][];
        };
        AttemptResult: {
            /**
             * Format: uuid
             * @description UUID of the delivery in the hook's log.
             */
            delivery_id: string;
            /** @description `evt_` and 32 hex digits; the receiver gets it as `event_id` and as the header `X-Service-Event-Id`, the same in every attempt. */
            event_id: components["schemas"]["EventId"];
            /** @description `success` for a 2xx response; `pending`: failed and stays on its schedule; `giving_up`: failed and is not retried. */
            status: components["schemas"]["DeliveryStatus"];
            /** @description Null when no response came. */
            response_status: number | null;
            /** @description Duration of the attempt in milliseconds. */
            latency_ms: number;
        };
        /**
         * @description An attempt of this delivery is in progress; the log shows its outcome within seconds.
         * @example {
         *       "error": "An attempt of this delivery is under way.",
         *       "code": "delivery_in_progress"
         *     }
         */
        DeliveryInProgressError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "delivery_in_progress";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /** @description Keys that are not listed here are ignored. */
        Recovery: {
            /**
             * Format: date-time
             * @description ISO 8601 with an offset. Deliveries given up (`completed_at`) at this time or later.
             */
            since: string;
        };
        Recovered: {
            /** @description Number of deliveries that get one more attempt. */
            recovered: number;
        };
        Sandbox: {
            /**
             * Format: uuid
             * @description UUID of the sandbox, the `workspace_id` of its full webhooks.
             */
            id: string;
            /** @description What people read, as the name of a workspace. */
            name: string;
            /** @description Its short name. */
            slug: string;
            /** @description When it was made, in real time. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When it is erased, in real time. */
            ends_at: components["schemas"]["Timestamp"];
            /** @description The time of its own clock. */
            now: components["schemas"]["Timestamp"];
        };
        Sandboxes: {
            /** @description Newest first. */
            sandboxes: components["schemas"]["Sandbox"][];
        };
        /**
         * @example {
         *       "name": "CI 4711",
         *       "expires_in": "PT1H"
         *     }
         */
        NewSandbox: {
            /** @description What people read, default `Sandbox`. */
            name?: string;
            /** @description How long it exists, `PT1H` to `P30D` (ISO 8601), default `P1D`. */
            expires_in?: string;
        };
        CreatedSandbox: components["schemas"]["Sandbox"] & {
            /** @description Its first key, of scope `full`, shown once. */
            key: string;
        };
        /**
         * @description The workspace has 20 sandboxes.
         * @example {
         *       "error": "this workspace has 20 sandboxes",
         *       "code": "too_many_sandboxes"
         *     }
         */
        TooManySandboxesError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "too_many_sandboxes";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description The call is for sandboxes, and the key is live.
         * @example {
         *       "error": "this call takes a key of a sandbox",
         *       "code": "test_key_required"
         *     }
         */
        TestKeyRequiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "test_key_required";
            doc_url?: components["schemas"]["DocUrl"];
        };
        SandboxMessage: {
            /** @description Grows with each message; pass the newest as `after`. */
            id: string;
            /**
             * @description A mail or a text message.
             * @enum {string}
             */
            channel: "mail" | "sms";
            /** @description What it is for, such as `invitation`, `reminder`, `code`, `completed`; null where it has no name. */
            kind: string | null;
            /** @description The address or number. */
            to: string;
            /** @description Of a mail. */
            subject: string | null;
            /** @description The whole text. */
            text: string;
            /** @description Of a mail: what a mail client shows. */
            html: string | null;
            /** @description The links in it. */
            links: {
                /** @description The personal link of the signer. */
                sign: string | null;
                /** @description Where the sender confirms that somebody else signs. */
                hand_over: string | null;
            };
            /** @description The code of a text message. */
            code: string | null;
            /** @description The document that it is about. */
            document_id: string | null;
            /** @description The signing request that it is about. */
            signing_request_id: string | null;
            /** @description When it was sent, by the clock of the sandbox. */
            at: components["schemas"]["Timestamp"];
        };
        SandboxMessages: {
            /** @description Newest first. */
            messages: components["schemas"]["SandboxMessage"][];
        };
        /**
         * @example {
         *       "do": "sign",
         *       "name": "Ada Lovelace"
         *     }
         */
        SignerAct: {
            /**
             * @description What the signer does. `fill` saves `values` and does not sign.
             * @enum {string}
             */
            do: "view" | "request_code" | "verify_code" | "fill" | "sign" | "decline" | "hand_over";
            /** @description The code to verify; default: the one that was sent last. */
            code?: string;
            /** @description Of the signer to sign as, default the one that the sender gave; with `hand_over` that of the other person. */
            name?: string;
            /** @description With `hand_over`: the address of the other person. */
            email?: string;
            /** @description By the name of a field (its label, its key, or what the page calls it in English): its text, whether its box is ticked, or which option of a choice is. With `sign`, required fields that are not named get a sample value. */
            values?: {
                [key: string]: string | boolean;
            };
            /** @description Why the signer declines. */
            reason?: string;
        };
        /**
         * @description The page of the signer would have refused this.
         * @example {
         *       "error": "a value is missing",
         *       "code": "signer_refused",
         *       "meta": {
         *         "code": "field_required"
         *       }
         *     }
         */
        SignerRefusedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "signer_refused";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What the page gets. */
            meta: {
                /** @description The code that the page gets. */
                code: string;
            } & {
                [key: string]: unknown;
            };
        };
        Clock: {
            /** @description The time of the sandbox. */
            now: components["schemas"]["Timestamp"];
        };
        /**
         * @example {
         *       "advance": "P14D"
         *     }
         */
        ClockMove: {
            /** @description By how much, as an ISO 8601 duration of days, hours, minutes and seconds. */
            advance?: string;
            /** @description To which time, instead of `advance`. */
            now?: components["schemas"]["Timestamp"];
        };
        MovedClock: {
            /** @description The time of the sandbox. */
            now: components["schemas"]["Timestamp"];
            /** @description What was done on the way, each kind once. */
            ran: {
                /**
                 * @description `jobs`: mails, text messages, seals and scheduled sends. `deliver`: attempts at webhooks.
                 * @enum {string}
                 */
                task: "remind" | "expire" | "end_reviews" | "retention" | "jobs" | "deliver";
                /** @description How often. */
                count: number;
            }[];
        };
        /**
         * @description Another call is moving the clock of this sandbox.
         * @example {
         *       "error": "another call is moving this clock",
         *       "code": "clock_moving"
         *     }
         */
        ClockMovingError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "clock_moving";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * Format: uuid
         * @description The workspace that the hook belongs to.
         */
        EventWorkspace: string;
        /**
         * @description In a sandbox only.
         * @constant
         */
        EventSandbox: true;
        /** @description As given at creation, null when none; omitted when it could not be looked up. */
        EventMetadata: components["schemas"]["Metadata"] | null;
        /** @description If the signer's row cannot be read, only `email` and `name` are set and the rest is null. */
        EventSigner: {
            /** @description The signer's address. */
            email: string;
            /** @description The signer's whole name; null when it is not known. */
            name: string | null;
            /** @description The role of the markers, or the label of the template slot. */
            role: string | null;
            /** @description The template slot, else the signing order; null in a parallel upload. */
            slot: number | null;
            /** @description Your own id for this signer; null when none was given. */
            reference: string | null;
            /** @description The signer's company; null when none was given. */
            company: string | null;
            /** @description The signer's position in the company; null when none was given. */
            job_title: string | null;
        };
        /** @description The signer's role, null when none. */
        EventRole: string | null;
        /** @description Your `reference` of the signer, null when none. */
        EventReference: string | null;
        SigningRequestSent: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.sent";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            locale: components["schemas"]["Locale"];
            channel: components["schemas"]["Channel"];
            /**
             * @description `v1_api`: by the create call or a direct instantiate. `template_instance`: by a confirm. `sequential_release`: the previous signer
             *     has signed. Absent when sent from the dashboard.
             * @enum {string}
             */
            source?: "v1_api" | "template_instance" | "sequential_release";
            /**
             * Format: uuid
             * @description From instantiate only.
             */
            template_id?: string;
            /** @description From instantiate only. */
            template_version?: number;
            /** @description Of a sequential release only. */
            occurred_at?: components["schemas"]["Timestamp"];
            /** @description Of a sequential release only. False when `send_emails` was false, the mail failed or the domain accepts no mail. */
            emailed?: boolean;
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestViewed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.viewed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        /** @description The workspace's codes this month, after this one. */
        SmsAllowance: {
            /** @description Messages that the plan allows in a calendar month (UTC). */
            monthly: number;
            /** @description Messages used this month, those being sent included. */
            used: number;
            /** @description Messages left this month; never below 0. */
            remaining: number;
            /** @description 00:00 UTC on the 1st of the next month. */
            resets_at: components["schemas"]["Timestamp"];
        };
        SigningRequestSmsSent: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.sms_sent";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The number that the code went to, with all but its beginning and its end masked. */
            phone_masked: string;
            /** @description The number of this code among those that count towards the limit of 5, from 1; null when the number was changed while it was being sent. */
            attempt: number | null;
            sms_allowance: components["schemas"]["SmsAllowance"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestSmsFailed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.sms_failed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /**
             * @description `blocked`: the network or the owner of the phone accepts no messages from us; 30 codes went to this number in 24 hours without a
             *     successful check; or the request is locked, after 30 wrong codes or the 10 of a day: then only a reminder or another number helps. `rate_limited`: more than 5 codes without a successful check; clears when the last code expires. `allowance_exhausted`: this signer
             *     cannot sign until `sms_allowance.resets_at`.
             * @enum {string}
             */
            reason: "invalid_number" | "landline" | "blocked" | "rate_limited" | "allowance_exhausted" | "not_configured" | "provider_error";
            /** @description The number that the code was meant for, with all but its beginning and its end masked; null without a number. */
            phone_masked: string | null;
            sms_allowance: components["schemas"]["SmsAllowance"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestSmsVerified: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.sms_verified";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The number that the code went to, with all but its beginning and its end masked. */
            phone_masked: string;
            /** @description When the signer entered the right code. */
            sms_verified_at: components["schemas"]["Timestamp"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestSigned: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.signed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description SHA-256 of the PDF after this signature, a prefix of the sealed file. */
            sha256: components["schemas"]["Sha256"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestDeclined: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.declined";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The first 1,000 characters of the trimmed text, null when there is none. */
            reason: string | null;
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestWithdrawn: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.withdrawn";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /**
             * @description `api`: by a key. `sender`: by a dashboard user.
             * @enum {string}
             */
            withdrawn_by: "api" | "sender";
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestExpired: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.expired";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When the request expired. */
            expired_at: components["schemas"]["Timestamp"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestEmailFailed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.email_failed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /**
             * @description `refused`: no provider took it, or the domain accepts no mail. `bounced`: it came back. `suppressed`: the provider no longer sends to
             *     this address. `provider_failed`: the provider had taken it and gave up.
             * @enum {string}
             */
            reason: "refused" | "bounced" | "suppressed" | "provider_failed";
            /** @description The provider's own words, for people; at most 500 characters. */
            provider_message: string | null;
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestHandOverProposed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.hand_over_proposed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description Who should sign instead, as the signer typed it. Check it before you pass it to `reassign`. */
            proposed: {
                /** @description Address of the proposed person, as typed. */
                email: string;
                /** @description Name of the proposed person, as typed. */
                name: string;
            };
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        SigningRequestReassigned: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "signing_request.reassigned";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description Whom the request was for until now; `signer` is the new person. */
            previous: {
                /** @description Address of the previous person. */
                email: string;
                /** @description Name of the previous person; null when it is not known. */
                name: string | null;
            };
            /**
             * @description `api`: by a key. `sender`: by a dashboard user, or by the link in the email to the sender.
             * @enum {string}
             */
            reassigned_by: "api" | "sender";
            /** @description The invitation of the new person was committed for sending. */
            emailed: boolean;
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        DocumentCompleted: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "document.completed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            signer: components["schemas"]["EventSigner"];
            /** @description `GET /documents/{id}/signed` on the API host; needs your key. */
            signed_pdf_url: string;
            /** @description `GET /documents/{id}/audit-trail` on the API host; needs your key. */
            audit_trail_url: string;
            /** @description SHA-256 of the sealed PDF. */
            sha256: components["schemas"]["Sha256"];
            /** @description Serial number of the seal's certificate. */
            cert_serial: string;
            /** @description The time-stamp authority. */
            tsa_provider: string;
            /** @description The time in the time-stamp. */
            tsa_signed_at: components["schemas"]["Timestamp"];
            /** @description The last audit event before sealing, which is also inside the seal. */
            audit_head: components["schemas"]["AuditHead"];
        };
        DocumentSealDelayed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "document.seal_delayed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            document_id: components["schemas"]["DocumentId"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            reason: components["schemas"]["SealProblemCode"];
            /** @description When sealing failed first. */
            since: components["schemas"]["Timestamp"];
        };
        DocumentAbandoned: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "document.abandoned";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            document_id: components["schemas"]["DocumentId"];
            /** @description When it happened. */
            occurred_at: components["schemas"]["Timestamp"];
            /**
             * @description `sender`: a dashboard user.
             * @enum {string}
             */
            abandoned_by: "api" | "sender";
        };
        TemplateInstanceStaged: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "template_instance.staged";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            document_id: components["schemas"]["DocumentId"];
            /**
             * Format: uuid
             * @description The template that the document was made from.
             */
            template_id: string;
            /**
             * @description `esign`: for signers. `file`: a rendered PDF that nobody signs.
             * @enum {string}
             */
            kind: "esign" | "file";
            /** @description The version of the template that was used. */
            template_version: number;
            /** @description Opens in the dashboard and needs a sign-in to the workspace. */
            review_url: string;
            /** @description 14 days after the staging. */
            review_expires_at: components["schemas"]["Timestamp"];
            /**
             * @description Always `v1_api`: staged by a key.
             * @enum {string}
             */
            source: "v1_api";
            /**
             * Format: uuid
             * @description The key that staged it.
             */
            api_key_id: string;
            /**
             * @description Of an e-sign instance.
             * @enum {string}
             */
            signing_mode?: "sequential" | "parallel";
            /** @description Of an e-sign instance. */
            recipients?: {
                signing_request_id: components["schemas"]["SigningRequestId"];
                /** @description The template slot that the recipient fills. */
                slot: number;
                /** @description The recipient's address. */
                email: string;
                channel: components["schemas"]["Channel"];
            }[];
            /** @description Of a file. */
            filename?: string;
        };
        TemplateInstanceConfirmed: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "template_instance.confirmed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            document_id: components["schemas"]["DocumentId"];
            /**
             * Format: uuid
             * @description The template that the document was made from.
             */
            template_id: string;
            /**
             * @description `esign`: for signers. `file`: a rendered PDF that nobody signs.
             * @enum {string}
             */
            kind: "esign" | "file";
            /** @description The version of the template that was used. */
            template_version: number;
            /**
             * @description Who confirmed: a key, or a person in the dashboard.
             * @enum {string}
             */
            actor: "api_key" | "user";
            /** @description Of an e-sign instance; counted from the confirm. */
            expires_at?: components["schemas"]["Timestamp"];
            /** @description Of an e-sign instance. */
            recipients?: {
                signing_request_id: components["schemas"]["SigningRequestId"];
                /** @description The template slot that the recipient fills. */
                slot: number;
                /** @description The recipient's address. */
                email: string;
                channel: components["schemas"]["Channel"];
                /**
                 * @description `pending`: invited now. `queued`: an earlier recipient of a sequential send comes first.
                 * @enum {string}
                 */
                status: "pending" | "queued";
            }[];
        };
        TemplateInstanceDiscarded: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "template_instance.discarded";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            workspace_id: components["schemas"]["EventWorkspace"];
            sandbox?: components["schemas"]["EventSandbox"];
            metadata?: components["schemas"]["EventMetadata"];
            document_id: components["schemas"]["DocumentId"];
            /**
             * Format: uuid
             * @description The template that the document was made from.
             */
            template_id: string;
            /**
             * @description `esign`: for signers. `file`: a rendered PDF that nobody signs.
             * @enum {string}
             */
            kind: "esign" | "file";
            /**
             * @description `expired`: the review window of 14 days is over.
             * @enum {string}
             */
            reason: "discarded" | "expired";
            /**
             * @description Who discarded it: a key, a person in the dashboard, or the service when the review window was over.
             * @enum {string}
             */
            actor: "api_key" | "user" | "system";
        };
        MinimalSigningRequestEvent: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @enum {string}
             */
            event: "signing_request.sent" | "signing_request.viewed" | "signing_request.sms_sent" | "signing_request.sms_failed" | "signing_request.sms_verified" | "signing_request.signed" | "signing_request.declined" | "signing_request.withdrawn" | "signing_request.expired" | "signing_request.email_failed" | "signing_request.hand_over_proposed" | "signing_request.reassigned";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            document_id: components["schemas"]["DocumentId"];
            signing_request_id: components["schemas"]["SigningRequestId"];
            role: components["schemas"]["EventRole"];
            reference: components["schemas"]["EventReference"];
        };
        MinimalDocumentCompleted: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "document.completed";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            document_id: components["schemas"]["DocumentId"];
            /** @description `GET /documents/{id}/signed` on the API host; needs your key. */
            signed_pdf_url: string;
            /** @description SHA-256 of the sealed PDF, in lowercase hex. */
            sha256: components["schemas"]["Sha256"];
            /** @description `GET /documents/{id}/audit-trail` on the API host; needs your key. */
            audit_trail_url: string;
        };
        MinimalDocumentEvent: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @enum {string}
             */
            event: "document.seal_delayed" | "document.abandoned";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            document_id: components["schemas"]["DocumentId"];
        };
        MinimalTemplateInstanceEvent: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @enum {string}
             */
            event: "template_instance.staged" | "template_instance.confirmed" | "template_instance.discarded";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
            document_id: components["schemas"]["DocumentId"];
        };
        EventPage: {
            /** @description The bodies that a webhook has, oldest first. */
            events: (components["schemas"]["SigningRequestSent"] | components["schemas"]["SigningRequestViewed"] | components["schemas"]["SigningRequestSmsSent"] | components["schemas"]["SigningRequestSmsFailed"] | components["schemas"]["SigningRequestSmsVerified"] | components["schemas"]["SigningRequestSigned"] | components["schemas"]["SigningRequestDeclined"] | components["schemas"]["SigningRequestWithdrawn"] | components["schemas"]["SigningRequestExpired"] | components["schemas"]["SigningRequestEmailFailed"] | components["schemas"]["SigningRequestHandOverProposed"] | components["schemas"]["SigningRequestReassigned"] | components["schemas"]["DocumentCompleted"] | components["schemas"]["DocumentSealDelayed"] | components["schemas"]["DocumentAbandoned"] | components["schemas"]["TemplateInstanceStaged"] | components["schemas"]["TemplateInstanceConfirmed"] | components["schemas"]["TemplateInstanceDiscarded"] | components["schemas"]["MinimalSigningRequestEvent"] | components["schemas"]["MinimalDocumentCompleted"] | components["schemas"]["MinimalDocumentEvent"] | components["schemas"]["MinimalTemplateInstanceEvent"])[];
            /**
             * @description The `after` of your next call; null while there is no event to go on from.
             * @example evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d
             */
            next_after: string | null;
            /** @description Whether more events can be read at once. */
            has_more: boolean;
        };
        /**
         * @description `after` is not an event of the last 30 days, or events that followed it were deleted.
         * @example {
         *       "error": "evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d is not an event of the last 30 days. Without after, events start at the oldest that is kept, evt_8a6f2d4b15f0c2a7d5f0c2a7d9b3e41c of 2026-10-12T09:14:02.000Z.",
         *       "code": "events_expired",
         *       "meta": {
         *         "oldest_event_id": "evt_8a6f2d4b15f0c2a7d5f0c2a7d9b3e41c",
         *         "oldest_created_at": "2026-10-12T09:14:02.000Z"
         *       }
         *     }
         */
        EventsExpiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "events_expired";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description Where to start again. */
            meta: {
                /** @description The oldest event that is kept; null when there is none. */
                oldest_event_id: string | null;
                /** @description When it was recorded. */
                oldest_created_at: components["schemas"]["Timestamp"] | null;
            };
        };
        EmbeddedSessionInput: {
            /** @description The signer's row. An id that is not of a signing request of this workspace returns 404. */
            signing_request_id: string;
            /**
             * @description Where the frame will be shown: a plain https origin (no path, query, fragment, credentials or wildcard) that is registered on the
             *     calling key. Only pages of this origin can show the frame, and it posts its messages only to this origin. A server in development
             *     (`MODE=development`) also takes `http://localhost` and `http://127.0.0.1`, with any port.
             */
            origin: string;
            /**
             * @description Never clamped; a value out of range is rejected.
             * @default 300
             */
            ttl_seconds?: number;
            /** @description Language of the frame; the signer's own when absent. An unknown value is rejected. */
            locale?: components["schemas"]["Locale"];
        };
        EmbeddedSessionCreated: {
            /**
             * Format: uuid
             * @description UUID of the session.
             */
            id: string;
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            /**
             * Format: uri
             * @description The URL of the frame, shown only here. Anyone who has it acts as this signer until the session ends, so pass it to the signer's
             *     browser and to no one else. It can be loaded again until then.
             */
            embed_url: string;
            /** @description As browsers write it. */
            origin: string;
            locale: components["schemas"]["Locale"];
            /**
             * @description Always `active` here.
             * @enum {string}
             */
            status: "active";
            /** @description How long the session lasts from its creation, in seconds. */
            ttl_seconds: number;
            /** @description When the session times out: `ttl_seconds` after its creation. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When the session was minted. */
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `origin` is not a plain https origin; `meta.reason` says what is wrong with it.
         * @example {
         *       "error": "origin must be a plain https origin such as https://app.example.com.",
         *       "code": "invalid_origin",
         *       "meta": {
         *         "reason": "path"
         *       }
         *     }
         */
        InvalidOriginError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "invalid_origin";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description What is wrong with the origin. */
            meta: {
                /**
                 * @description `scheme`: not https. `host`: not a valid host name. The others name a part that an origin must not have.
                 * @enum {string}
                 */
                reason: "scheme" | "host" | "credentials" | "wildcard" | "path" | "query" | "fragment";
            };
        };
        /**
         * @description `origin` is not among the allowed embed origins of this key.
         * @example {
         *       "error": "https://app.example.com is not registered on this key.",
         *       "code": "origin_not_allowed"
         *     }
         */
        OriginNotAllowedError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "origin_not_allowed";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description Only a pending or viewed request that is not past its expiry can be signed in a frame.
         * @example {
         *       "error": "The signing request is queued; it must be pending or viewed.",
         *       "code": "request_not_signable",
         *       "meta": {
         *         "status": "queued"
         *       }
         *     }
         */
        RequestNotSignableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "request_not_signable";
            doc_url?: components["schemas"]["DocUrl"];
            /** @description The state of the request. */
            meta: {
                status: components["schemas"]["SignerStatus"];
            };
        };
        /**
         * @description The database failed while the session was minted; nothing was created.
         * @example {
         *       "error": "Embedded sessions are not available just now; try again.",
         *       "code": "embedding_unavailable"
         *     }
         */
        EmbeddingUnavailableError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "embedding_unavailable";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /**
         * @description `completed`: the request came to an end. `revoked`: the session or its key was. `expired`: the session timed out.
         * @enum {string}
         */
        EmbeddedSessionStatus: "active" | "completed" | "revoked" | "expired";
        /**
         * @description A session is `active` until its request comes to an end (`completed`: signed, declined, withdrawn or past its expiry), it is revoked (by
         *     `DELETE`, or with the key that minted it) or it times out (`expired`), whichever comes first. Readable for 30 days.
         */
        EmbeddedSession: {
            /**
             * Format: uuid
             * @description UUID of the session.
             */
            id: string;
            signing_request_id: components["schemas"]["SigningRequestId"];
            document_id: components["schemas"]["DocumentId"];
            /** @description As browsers write it. */
            origin: string;
            locale: components["schemas"]["Locale"];
            status: components["schemas"]["EmbeddedSessionStatus"];
            /** @description How long the session lasts from its creation, in seconds. */
            ttl_seconds: number;
            /** @description When the session times out: `ttl_seconds` after its creation. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description When the session was minted. */
            created_at: components["schemas"]["Timestamp"];
            /** @description When the frame first ran in the signer's browser. */
            first_loaded_at: components["schemas"]["Timestamp"] | null;
            /** @description When the request ended. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description When the session or its key was revoked. */
            revoked_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description `POST /embedded/sessions` was retired on 2026-07-31.
         * @example {
         *       "error": "POST /embedded/sessions was retired on 2026-07-31; use POST /embedded/sign-sessions.",
         *       "code": "embedded_sessions_retired"
         *     }
         */
        EmbeddedSessionsRetiredError: {
            error: components["schemas"]["ErrorText"];
            /**
             * @description Stable; match it exactly as a string, and fall back on the HTTP status for one you do not know.
             * @constant
             */
            code: "embedded_sessions_retired";
            doc_url?: components["schemas"]["DocUrl"];
        };
        /** @description The same for a full and a minimal hook. */
        Ping: {
            /**
             * @description The event's name, as in the header `X-Service-Event`; branch on it, never on the other keys.
             * @constant
             */
            event: "ping";
            /** @description `evt_` and 32 hex digits, as in the header `X-Service-Event-Id`; the same in every attempt, so deduplicate on it. */
            event_id: components["schemas"]["EventId"];
            /** @description When the delivery was queued. */
            created_at: components["schemas"]["Timestamp"];
        };
    };
    responses: {
        /** @description The path does not support this method. Reads no key and spends no token. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedError"];
            };
        };
        /** @description No valid key. */
        InvalidKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidKeyError"];
            };
        };
        /** @description The key is not allowed from this address. Spends no token. */
        ForbiddenToRead: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IpNotAllowedError"];
            };
        };
        /** @description The service failed; nothing was changed. */
        Failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfterFailover"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DbFailedError"] | components["schemas"]["InternalError"];
            };
        };
        /** @description The key is not allowed from this address, or its scope does not allow the call. Spends no token. */
        ForbiddenToWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"];
            };
        };
        /** @description The key's window is used up. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedError"];
            };
        };
        /** @description The server was too busy to process this file; retry after `Retry-After`. */
        Busy: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BusyError"];
            };
        };
        /** @description No such resource in this workspace. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description The body has more than 1 MB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** @description The body has a media type that the operation does not accept. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description The whole file. `HEAD` returns the same without the body. */
        Pdf: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Content-Disposition": components["headers"]["ContentDisposition"];
                "Content-Length": components["headers"]["ContentLength"];
                "Accept-Ranges": components["headers"]["AcceptRanges"];
                ETag: components["headers"]["ETag"];
                "Repr-Digest": components["headers"]["ReprDigest"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": Blob;
            };
        };
        /** @description The requested byte range. */
        PartialPdf: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Content-Disposition": components["headers"]["ContentDisposition"];
                "Content-Length": components["headers"]["ContentLength"];
                "Content-Range": components["headers"]["ContentRange"];
                "Accept-Ranges": components["headers"]["AcceptRanges"];
                ETag: components["headers"]["ETag"];
                "Repr-Digest": components["headers"]["ReprDigest"];
                [name: string]: unknown;
            };
            content: {
                "application/pdf": Blob;
            };
        };
        /** @description The file still has one of the ETags of `If-None-Match`. No body. Spends a token. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The range starts beyond the end of the file. */
        RangeNotSatisfiable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Content-Range": components["headers"]["ContentRange"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RangeNotSatisfiableError"];
            };
        };
        /** @description The service failed. */
        FailedToReadFile: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfterFailover"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DbFailedError"] | components["schemas"]["StorageFailedError"] | components["schemas"]["FileDamagedError"] | components["schemas"]["InternalError"];
            };
        };
        /** @description The workspace has no Enterprise entitlement. Checked before the rate limit, so it spends no token. */
        EnterpriseRequired: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["EnterpriseRequiredError"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 printable ASCII characters, sent once, else 400 `invalid_idempotency_key`. The same key with the same body within 24 hours replays the first
         *     2xx response (`Idempotent-Replayed: true`), with a different body 422 `idempotency_key_reuse`, while the first call still runs 409
         *     `idempotency_in_progress`. Only 2xx responses are kept; any other frees the key. A multipart body is compared by the file's hash and the
         *     parsed parts, not by its bytes. Ignored with `validate_only` (instantiate).
         * @example order-7731-lease
         */
        IdempotencyKey: string;
        /**
         * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
         * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
         */
        SigningRequestId: string;
        /**
         * @description The document's id. An id that is not of a document of this workspace returns 404.
         * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
         */
        DocumentId: string;
        /**
         * @description One byte range (RFC 9110). Several ranges, another unit or a malformed value are ignored and the whole file is sent.
         * @example bytes=0-1023
         */
        Range: string;
        /** @description Honour `Range` only while the file still has this ETag, else send the whole file. */
        IfRange: string;
        /** @description Return 304 without a body when the file still has one of these ETags. */
        IfNoneMatch: string;
        /**
         * @description The `seq` of an event in the audit trail of this document. One that the trail does not have returns 404.
         * @example 5
         */
        AuditSeq: string;
        /**
         * @description The template's id. An id that is not of a template of this workspace returns 404.
         * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
         */
        TemplateId: string;
        /**
         * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
         * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
         */
        HookId: string;
        /**
         * @description The delivery's id, from the log.
         * @example 91b6e0c4-3d2a-4f58-8c7b-5a4e3f2d1c06
         */
        DeliveryId: string;
        /**
         * @description The sandbox's id. An id that is not of a sandbox of this workspace returns 404.
         * @example 9c4e2b7d-5f18-4a63-8d0b-1e7a3c6f9b25
         */
        SandboxId: string;
        /**
         * @description The session's id. An id that is not of a embedded session of this workspace returns 404.
         * @example 6d1f3c80-2b7e-4a95-b0c4-8e5a9f7d2c16
         */
        EmbeddedSessionId: string;
        /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
        SignatureHeader: string;
        /** @description The event's name, as in the body. */
        EventHeader: string;
        /** @description Stays the same across all attempts; deduplicate on it. */
        EventIdHeader: components["schemas"]["EventId"];
        /** @description Byte-identical with `X-Service-Signature`; frozen. */
        LegacySignatureHeader: string;
        /** @description Byte-identical with `X-Service-Event`; frozen. */
        LegacyEventHeader: string;
        /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
        LegacyEventIdHeader: components["schemas"]["EventId"];
        /** @description The first for a full body, the second for a minimal one. */
        UserAgentHeader: "service-webhooks/1.0" | "service-webhooks-minimal/1";
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this call in the API log; quote it to support. Each response has its own, replayed ones too.
         * @example 5f0c2a7d-9b3e-41c8-a6f2-d4b17c09e832
         */
        RequestId: string;
        /**
         * @description Seconds to wait before calling again; only with `db_failed`, while no primary of the database can be reached.
         * @example 5
         */
        RetryAfterFailover: number;
        /**
         * @description Requests allowed in a window.
         * @example 60
         */
        RateLimitLimit: number;
        /**
         * @description Requests left in the open window.
         * @example 59
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the window closes.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Requests and seconds of the window.
         * @example 60;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description Since when what this call used is deprecated, as `@<unix seconds>` (RFC 9745). Only where `warnings[]` or `X-Unknown-Fields` says that something ends.
         * @example @1790208000
         */
        Deprecation: string;
        /**
         * @description From when on the same call is refused (RFC 8594).
         * @example Thu, 31 Dec 2026 00:00:00 GMT
         */
        Sunset: string;
        /** @description Present on a stored response that is replayed for this `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /**
         * @description Seconds to wait before calling again.
         * @example 42
         */
        RetryAfter: number;
        /**
         * @description Only when the key's bucket is the cause.
         * @example 60
         */
        KeyBucketLimit: number;
        /**
         * @description Only when the key's bucket is the cause.
         * @example 0
         */
        KeyBucketRemaining: number;
        /**
         * @description Only when the key's bucket is the cause.
         * @example 42
         */
        KeyBucketReset: number;
        /**
         * @description Only when the key's bucket is the cause.
         * @example 60;w=60
         */
        KeyBucketPolicy: string;
        /**
         * @description An attachment with the document's file name (RFC 6266, with `filename*` where the name is not ASCII).
         * @example attachment; filename="lease-signed.pdf"
         */
        ContentDisposition: string;
        /**
         * @description Length of the body in bytes.
         * @example 184320
         */
        ContentLength: number;
        /** @description Byte ranges are supported. */
        AcceptRanges: "bytes";
        /**
         * @description The SHA-256 of the whole file in quotes.
         * @example "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
         */
        ETag: string;
        /**
         * @description The SHA-256 of the whole file, also on a partial response (RFC 9530).
         * @example sha-256=:n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=:
         */
        ReprDigest: string;
        /**
         * @description The range of these bytes, or `bytes *\/<length>` where the range cannot be satisfied (RFC 9110).
         * @example bytes 0-1023/184320
         */
        ContentRange: string;
        /**
         * @description Seconds to wait before calling again; only with `idempotency_in_progress`.
         * @example 5
         */
        RetryAfterSometimes: number;
        /**
         * @description The locked version that was used.
         * @example 3
         */
        TemplateVersion: number;
        /**
         * @description What was ignored: top-level keys, `field_values.<key>` and `<key>.<column>`, each percent-encoded and separated by a comma. `+3` at the end stands
         *     for 3 more. Absent when there is none.
         * @example colour, field_values.rent, items.note
         */
        UnknownFields: string;
        /**
         * @description The staged document's id.
         * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
         */
        DocumentId: string;
        /**
         * @description The page of the review; it needs a sign-in to the workspace.
         * @example https://sign.example.com/review/0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
         */
        ReviewUrl: string;
        /**
         * @description When the review window ends.
         * @example 2026-10-26T08:15:30.000Z
         */
        ReviewExpiresAt: string;
        /**
         * @description The methods that this path supports.
         * @example GET, HEAD
         */
        Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is valid. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": {
                     *         "id": "7a1e0c55-2f94-4d1b-8c3e-9b6d5f2a1e07",
                     *         "name": "Acme",
                     *         "slug": "acme",
                     *         "tier": "self_hosted"
                     *       },
                     *       "key": {
                     *         "id": "e3b1d7f0-5a2c-4c8e-b6f9-1d0a7e4c3b52",
                     *         "scopes": [
                     *           "full"
                     *         ]
                     *       },
                     *       "capabilities": {
                     *         "embedded_signing": true,
                     *         "templates": true,
                     *         "webhooks": true,
                     *         "sms_verification": true,
                     *         "ip_allowlist": true,
                     *         "metadata": true
                     *       },
                     *       "sandbox": false,
                     *       "sms_allowance": {
                     *         "monthly": 1000,
                     *         "used": 12,
                     *         "remaining": 988,
                     *         "resets_at": "2026-11-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            500: components["responses"]["Failed"];
        };
    };
    createSigningRequest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, sent once, else 400 `invalid_idempotency_key`. The same key with the same body within 24 hours replays the first
                 *     2xx response (`Idempotent-Replayed: true`), with a different body 422 `idempotency_key_reuse`, while the first call still runs 409
                 *     `idempotency_in_progress`. Only 2xx responses are kept; any other frees the key. A multipart body is compared by the file's hash and the
                 *     parsed parts, not by its bytes. Ignored with `validate_only` (instantiate).
                 * @example order-7731-lease
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SigningRequestUpload"];
                "application/json": components["schemas"]["SigningRequestFromUrl"];
            };
        };
        responses: {
            /** @description The signing requests were created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "earlierSignatures": [],
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "pending",
                     *       "signers": [
                     *         {
                     *           "role": "tenant",
                     *           "signingRequestId": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "signingUrl": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGFDYWOCYXsx_YEGKrwzFq1h_QsJXCohAlanozKzQ9lRc",
                     *           "emailed": true,
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "status": "pending",
                     *           "order": null,
                     *           "locale": "en",
                     *           "reference": "cust-17",
                     *           "company": null,
                     *           "jobTitle": null,
                     *           "returnUrl": null,
                     *           "requireSmsVerification": false,
                     *           "smsGate": null,
                     *           "signatureLevel": "ses",
                     *           "expiresAt": "2026-10-26T08:15:30.000Z"
                     *         }
                     *       ],
                     *       "placement": "anchors",
                     *       "anchors": {
                     *         "found": 1
                     *       },
                     *       "metadata": {
                     *         "order": "7731"
                     *       },
                     *       "callback": {
                     *         "secret": "whsec_0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a6978"
                     *       },
                     *       "warnings": [],
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "originalSha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *       "fields": [
                     *         {
                     *           "role": "tenant",
                     *           "kind": "signature",
                     *           "page": 1,
                     *           "x": 0.1,
                     *           "y": 0.8,
                     *           "w": 0.3,
                     *           "h": 0.05,
                     *           "fieldKey": null,
                     *           "label": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SigningRequestCreated"];
                };
            };
            /** @description The call or its markers are invalid; nothing was created. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownSignerFieldError"] | components["schemas"]["UnknownFieldError"] | components["schemas"]["InvalidMetadataError"] | components["schemas"]["InvalidIdempotencyKeyError"] | components["schemas"]["SignerHasNoAnchorError"] | components["schemas"]["DuplicateAnchorError"] | components["schemas"]["PlacementRetiredError"] | components["schemas"]["UnknownRoleError"] | components["schemas"]["HttpsRequiredError"] | components["schemas"]["UrlNotPublicError"] | components["schemas"]["ReturnUrlNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The plan's documents or SMS codes of this month are used up; nothing was created. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TierRequiredError"] | components["schemas"]["SmsAllowanceExhaustedError"];
                };
            };
            403: components["responses"]["ForbiddenToWrite"];
            /** @description The key's workspace could not be read; retry. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceNotFoundError"];
                };
            };
            /** @description The first call with this `Idempotency-Key` is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdempotencyInProgressError"];
                };
            };
            /** @description The PDF has more than 25 MB, or the rest of the body more than 1 MB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTooLargeError"] | components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description The body is neither multipart nor JSON, or the file is not a PDF. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description The PDF cannot be prepared or fetched, or the `Idempotency-Key` was used with a different body; nothing was created. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignerWithoutSignatureError"] | components["schemas"]["PlacementFailedError"] | components["schemas"]["PdfUnsupportedError"] | components["schemas"]["FileFetchFailedError"] | components["schemas"]["IdempotencyKeyReuseError"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description The service failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterFailover"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DbFailedOnCreateError"] | components["schemas"]["StorageFailedError"] | components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Busy"];
        };
    };
    validateSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SigningRequestUpload"];
                /**
                 * @example {
                 *       "file_url": "https://files.example.com/lease.pdf",
                 *       "signers": [
                 *         {
                 *           "email": "ada@example.com",
                 *           "role": "tenant",
                 *           "name": "Ada Lovelace",
                 *           "reference": "cust-17"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SigningRequestFromUrl"];
            };
        };
        responses: {
            /** @description What the real call would do. Nothing was created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "earlierSignatures": [],
                     *       "ok": false,
                     *       "problems": [
                     *         {
                     *           "field": "signers",
                     *           "code": "sms_allowance_exhausted",
                     *           "message": "text messages needed: 1; left this month: 0",
                     *           "meta": {
                     *             "required": 1,
                     *             "remaining": 0,
                     *             "resets_at": "2026-11-01T00:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "placement": "anchors",
                     *       "anchors": {
                     *         "found": 1,
                     *         "markers": [
                     *           {
                     *             "kind": "signature",
                     *             "role": "tenant",
                     *             "page": 1,
                     *             "x": 0.1,
                     *             "y": 0.8,
                     *             "w": 0.3,
                     *             "h": 0.05,
                     *             "fieldKey": null,
                     *             "label": null
                     *           }
                     *         ]
                     *       },
                     *       "signers": [
                     *         {
                     *           "role": "tenant",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "status": "pending",
                     *           "order": null,
                     *           "locale": "en",
                     *           "reference": "cust-17",
                     *           "company": null,
                     *           "jobTitle": null,
                     *           "returnUrl": null,
                     *           "requireSmsVerification": true,
                     *           "smsGate": null,
                     *           "signatureLevel": "aes"
                     *         }
                     *       ],
                     *       "fields": [
                     *         {
                     *           "role": "tenant",
                     *           "kind": "signature",
                     *           "page": 1,
                     *           "x": 0.1,
                     *           "y": 0.8,
                     *           "w": 0.3,
                     *           "h": 0.05,
                     *           "fieldKey": null,
                     *           "label": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SigningRequestValidated"];
                };
            };
            /** @description The call or its markers are invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownSignerFieldError"] | components["schemas"]["UnknownFieldError"] | components["schemas"]["InvalidMetadataError"] | components["schemas"]["SignerHasNoAnchorError"] | components["schemas"]["DuplicateAnchorError"] | components["schemas"]["PlacementRetiredError"] | components["schemas"]["UnknownRoleError"] | components["schemas"]["HttpsRequiredError"] | components["schemas"]["UrlNotPublicError"] | components["schemas"]["ReturnUrlNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            /** @description The key's workspace could not be read; retry. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceNotFoundError"];
                };
            };
            /** @description The PDF has more than 25 MB, or the rest of the body more than 1 MB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTooLargeError"] | components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description The body is neither multipart nor JSON, or the file is not a PDF. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description The PDF cannot be prepared or fetched. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignerWithoutSignatureError"] | components["schemas"]["PlacementFailedError"] | components["schemas"]["PdfUnsupportedError"] | components["schemas"]["FileFetchFailedError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Busy"];
        };
    };
    getSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signing request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "role": "tenant",
                     *       "slot": null,
                     *       "order": null,
                     *       "status": "declined",
                     *       "locale": "en",
                     *       "reference": "cust-17",
                     *       "company": null,
                     *       "jobTitle": null,
                     *       "returnUrl": null,
                     *       "signingUrl": null,
                     *       "channel": "email",
                     *       "emailed": true,
                     *       "texted": false,
                     *       "requireSmsVerification": false,
                     *       "signatureLevel": "ses",
                     *       "phoneMasked": null,
                     *       "viewedAt": "2026-10-12T09:01:12.000Z",
                     *       "signedAt": null,
                     *       "declinedAt": "2026-10-12T09:03:40.000Z",
                     *       "withdrawnAt": null,
                     *       "expiredAt": null,
                     *       "smsVerifiedAt": null,
                     *       "expiresAt": "2026-10-26T08:15:30.000Z",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "documentStatus": "declined",
                     *       "createdAt": "2026-10-12T08:15:30.000Z",
                     *       "lastRemindedAt": null,
                     *       "reminderCount": 0,
                     *       "withdrawnBy": null,
                     *       "auditEvents": [
                     *         {
                     *           "seq": 4,
                     *           "type": "declined",
                     *           "at": "2026-10-12T09:03:40.000Z",
                     *           "meta": {
                     *             "reason": "The deposit is too high."
                     *           },
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SigningRequest"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    updateSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_e164": "+41791234567"
                 *     }
                 */
                "application/json": components["schemas"]["PhoneChange"];
            };
        };
        responses: {
            /** @description The signer's row. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "email": "ada@example.com",
                     *       "name": "Ada Lovelace",
                     *       "role": "tenant",
                     *       "slot": null,
                     *       "order": null,
                     *       "status": "pending",
                     *       "locale": "en",
                     *       "reference": "cust-17",
                     *       "company": null,
                     *       "jobTitle": null,
                     *       "returnUrl": null,
                     *       "signingUrl": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGFDYWOCYXsx_YEGKrwzFq1h_QsJXCohAlanozKzQ9lRc",
                     *       "channel": "email",
                     *       "emailed": true,
                     *       "texted": false,
                     *       "requireSmsVerification": true,
                     *       "signatureLevel": "aes",
                     *       "phoneMasked": "+41*******67",
                     *       "viewedAt": null,
                     *       "signedAt": null,
                     *       "declinedAt": null,
                     *       "withdrawnAt": null,
                     *       "expiredAt": null,
                     *       "smsVerifiedAt": null,
                     *       "expiresAt": "2026-10-26T08:15:30.000Z",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "documentStatus": "pending",
                     *       "createdAt": "2026-10-12T08:15:30.000Z",
                     *       "lastRemindedAt": null,
                     *       "reminderCount": 0,
                     *       "withdrawnBy": null
                     *     }
                     */
                    "application/json": components["schemas"]["SigningRequestRow"];
                };
            };
            /** @description A key other than `phone_e164`, not an E.164 number, or an invalid body. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"] | components["schemas"]["InvalidPhoneError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The phone can no longer be changed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotEditableError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    remindSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail, or the text message, was accepted. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingRequestId": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "pending",
                     *       "channel": "email",
                     *       "emailed": true,
                     *       "texted": false,
                     *       "remindedAt": "2026-10-15T08:15:30.000Z",
                     *       "reminderCount": 1,
                     *       "nextRemindAllowedAt": "2026-10-15T08:16:30.000Z",
                     *       "expiresAt": "2026-10-26T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reminded"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The request has expired, or is signed, declined, withdrawn or queued. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpiredError"] | components["schemas"]["InvalidStateError"];
                };
            };
            /** @description The key's window is used up (with RateLimit headers), or this signer was reminded in the last 60 seconds (without them, `Retry-After` is 60). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Limit": components["headers"]["KeyBucketLimit"];
                    "RateLimit-Remaining": components["headers"]["KeyBucketRemaining"];
                    "RateLimit-Reset": components["headers"]["KeyBucketReset"];
                    "RateLimit-Policy": components["headers"]["KeyBucketPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            500: components["responses"]["Failed"];
            /** @description The mail was rejected or the mail server did not respond, or the text message was not accepted; the reminder may be repeated at once. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFailedError"] | components["schemas"]["SmsFailedError"];
                };
            };
            /** @description No email provider is configured (development only). */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailNotConfiguredError"];
                };
            };
        };
    };
    withdrawSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Sent to the wrong person."
                 *     }
                 */
                "application/json": components["schemas"]["Withdrawal"];
            };
        };
        responses: {
            /** @description The signing request is withdrawn. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingRequestId": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "withdrawn",
                     *       "withdrawnBy": "api",
                     *       "withdrawnAt": "2026-10-15T08:15:30.000Z",
                     *       "documentStatus": "withdrawn"
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawn"];
                };
            };
            /** @description The body is not valid JSON or `reason` is too long. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The request is signed, declined, withdrawn or queued, or its state changed during the call. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidStateError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            /** @description The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    renewSigningLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new link works, the previous one does not. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingRequestId": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "viewed",
                     *       "signingUrl": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *       "renewedAt": "2026-10-15T08:15:30.000Z",
                     *       "expiresAt": "2026-10-26T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LinkRenewed"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The request has expired, or is declined or withdrawn; its link no longer opens anything. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpiredError"] | components["schemas"]["InvalidStateError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    reassignSigningRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "name": "Grace Hopper"
                 *     }
                 */
                "application/json": components["schemas"]["Reassignment"];
            };
        };
        responses: {
            /** @description The request is the new person's. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingRequestId": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "documentId": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "viewed",
                     *       "email": "grace@example.com",
                     *       "name": "Grace Hopper",
                     *       "previous": {
                     *         "email": "ada@example.com",
                     *         "name": "Ada Lovelace"
                     *       },
                     *       "signingUrl": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *       "emailed": true,
                     *       "reassignedAt": "2026-10-15T08:15:30.000Z",
                     *       "expiresAt": "2026-10-26T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reassigned"];
                };
            };
            /** @description The body is invalid, has an unknown key, or lacks the phone number that the request needs. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"] | components["schemas"]["ReturnUrlNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The request has expired, is signed, declined or withdrawn, or can no longer be given to somebody else. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpiredError"] | components["schemas"]["InvalidStateError"] | components["schemas"]["NotReassignableError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "title": "Lease, Main Street 1",
                     *       "filename": "lease.pdf",
                     *       "status": "signed",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "originalSha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *       "signedSha256": "fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9",
                     *       "placement": "anchors",
                     *       "signingMode": "parallel",
                     *       "source": "v1_api",
                     *       "region": "eu",
                     *       "sandbox": false,
                     *       "metadata": {
                     *         "order": "7731"
                     *       },
                     *       "observers": [],
                     *       "templateId": null,
                     *       "templateVersion": null,
                     *       "envelopeId": null,
                     *       "createdAt": "2026-10-12T08:15:30.000Z",
                     *       "completedAt": "2026-10-12T09:03:44.000Z",
                     *       "expiresAt": null,
                     *       "completable": true,
                     *       "counts": {
                     *         "total": 1,
                     *         "signed": 1
                     *       },
                     *       "callbackConfigured": true,
                     *       "review": null,
                     *       "retention": {
                     *         "deletesAt": null,
                     *         "deletedAt": null
                     *       },
                     *       "signatureLevel": "ses",
                     *       "removed": [
                     *         "javascript"
                     *       ],
                     *       "earlierSignatures": [],
                     *       "seal": {
                     *         "level": "B-LT",
                     *         "certSerial": "4f1c2a",
                     *         "tsaProvider": "tsa.example.com",
                     *         "tsaSignedAt": "2026-10-12T09:03:42.000Z"
                     *       },
                     *       "sealProblem": null,
                     *       "fileProblem": null,
                     *       "signers": [
                     *         {
                     *           "id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "role": "tenant",
                     *           "slot": null,
                     *           "order": null,
                     *           "status": "signed",
                     *           "locale": "en",
                     *           "reference": "cust-17",
                     *           "company": null,
                     *           "jobTitle": null,
                     *           "returnUrl": null,
                     *           "signingUrl": null,
                     *           "channel": "email",
                     *           "emailed": true,
                     *           "texted": false,
                     *           "requireSmsVerification": false,
                     *           "signatureLevel": "ses",
                     *           "phoneMasked": null,
                     *           "viewedAt": "2026-10-12T09:01:12.000Z",
                     *           "signedAt": "2026-10-12T09:03:40.000Z",
                     *           "declinedAt": null,
                     *           "withdrawnAt": null,
                     *           "expiredAt": null,
                     *           "smsVerifiedAt": null,
                     *           "expiresAt": "2026-10-26T08:15:30.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    getDocumentFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One byte range (RFC 9110). Several ranges, another unit or a malformed value are ignored and the whole file is sent.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description Honour `Range` only while the file still has this ETag, else send the whole file. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Return 304 without a body when the file still has one of these ETags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pdf"];
            206: components["responses"]["PartialPdf"];
            304: components["responses"]["NotModified"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description The staged document was discarded. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardedError"];
                };
            };
            /** @description Retention removed the file. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["FailedToReadFile"];
        };
    };
    getSignedDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One byte range (RFC 9110). Several ranges, another unit or a malformed value are ignored and the whole file is sent.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description Honour `Range` only while the file still has this ETag, else send the whole file. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Return 304 without a body when the file still has one of these ETags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pdf"];
            206: components["responses"]["PartialPdf"];
            304: components["responses"]["NotModified"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description There is no sealed file yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotCompleteError"];
                };
            };
            /** @description Retention removed the file. This one error carries RateLimit headers. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["FailedToReadFile"];
        };
    };
    getRenewedDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One byte range (RFC 9110). Several ranges, another unit or a malformed value are ignored and the whole file is sent.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description Honour `Range` only while the file still has this ETag, else send the whole file. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Return 304 without a body when the file still has one of these ETags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pdf"];
            206: components["responses"]["PartialPdf"];
            304: components["responses"]["NotModified"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description There is no sealed file yet, or it has not been renewed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotCompleteError"] | components["schemas"]["NotRenewedError"];
                };
            };
            /** @description Retention removed the file. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["FailedToReadFile"];
        };
    };
    getSignedWithAuditTrail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document with its audit trail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Length": components["headers"]["ContentLength"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description There is no sealed file yet. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotCompleteError"];
                };
            };
            /** @description Retention removed the file. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["FailedToReadFile"];
            503: components["responses"]["Busy"];
        };
    };
    getAuditTrail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit trail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Length": components["headers"]["ContentLength"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description No one was invited to this document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotSentError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            503: components["responses"]["Busy"];
        };
    };
    abandonDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "abandoned",
                     *       "abandoned_at": "2026-10-13T10:00:00.000Z",
                     *       "abandoned_by": "api"
                     *     }
                     */
                    "application/json": components["schemas"]["AbandonedDocument"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The document is not one that cannot be sealed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoSealProblemError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    confirmDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "recipients": [
                 *         {
                 *           "slot": 1,
                 *           "phone_e164": "+41791234567"
                 *         }
                 *       ],
                 *       "send_emails": true
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmRequest"];
            };
        };
        responses: {
            /** @description The document is released. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "kind": "esign",
                     *       "status": "pending",
                     *       "already_confirmed": false,
                     *       "expires_at": "2026-10-26T08:15:30.000Z",
                     *       "recipients": [
                     *         {
                     *           "slot": 1,
                     *           "role": "tenant",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "signing_url": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *           "status": "pending",
                     *           "channel": "email",
                     *           "emailed": true,
                     *           "texted": false,
                     *           "reference": "cust-17"
                     *         }
                     *       ],
                     *       "filename": "Lease.pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Confirmed"];
                };
            };
            /** @description The body is invalid; nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmInvalidRequestError"] | components["schemas"]["UnknownRecipientFieldError"] | components["schemas"]["ConfirmUnknownFieldError"] | components["schemas"]["ConflictingFieldsError"] | components["schemas"]["ConfirmPinnedSlotMismatchError"] | components["schemas"]["ConfirmReturnUrlNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The plan lacks the Enterprise entitlement (checked before the rate limit), or its SMS codes of this month are used up; nothing was sent. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnterpriseRequiredError"] | components["schemas"]["SmsAllowanceExhaustedError"];
                };
            };
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The document was never staged, or was discarded. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotStagedError"] | components["schemas"]["DiscardedError"] | components["schemas"]["ConfirmInteractiveTableError"];
                };
            };
            /** @description The review window is over. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewExpiredError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description Recipients cannot be invited like this. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRecipientsError"] | components["schemas"]["ConfirmInputInvalidError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            /** @description The release failed; nothing was changed or sent. Call again. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateFailedError"] | components["schemas"]["ConfirmFailedError"] | components["schemas"]["ConfirmRenderFailedError"];
                };
            };
        };
    };
    discardDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is discarded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "kind": "esign",
                     *       "status": "discarded",
                     *       "reason": "discarded",
                     *       "actor": "api_key",
                     *       "already_discarded": false
                     *     }
                     */
                    "application/json": components["schemas"]["DiscardedDocument"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The document was never staged, or was confirmed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotStagedError"] | components["schemas"]["AlreadyConfirmedError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            /** @description The document could not be discarded; nothing changed. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardFailedError"];
                };
            };
        };
    };
    listDocumentValues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "values": [
                     *         {
                     *           "field_id": null,
                     *           "field_key": "monthly_rent",
                     *           "label": "Monthly rent",
                     *           "kind": "text",
                     *           "page": null,
                     *           "role": null,
                     *           "slot": null,
                     *           "owner": "sender",
                     *           "option": null,
                     *           "type": "money",
                     *           "value": "1850.00",
                     *           "at": "2026-10-12T08:15:30.000Z"
                     *         },
                     *         {
                     *           "field_id": "6a0c1f7e-3d52-4f0b-8c91-2e7b5d4a9f13",
                     *           "field_key": "iban",
                     *           "label": "IBAN",
                     *           "kind": "text",
                     *           "page": 1,
                     *           "role": "tenant",
                     *           "slot": 1,
                     *           "owner": "signer",
                     *           "option": null,
                     *           "type": "text",
                     *           "value": "CH9300762011623852957",
                     *           "at": "2026-10-12T09:03:40.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentValues"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description The staged document was discarded. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardedError"];
                };
            };
            /** @description Retention removed the values with the files. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit trail. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "events": [
                     *         {
                     *           "seq": 1,
                     *           "type": "created",
                     *           "at": "2026-10-12T08:15:30.000Z",
                     *           "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *           "signing_request_id": null,
                     *           "actor": "api_key",
                     *           "ip": "203.0.113.0/24",
                     *           "meta": {
                     *             "filename": "lease.pdf",
                     *             "pages": 3,
                     *             "original_sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *             "original_length": 48213,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "length": 52077,
                     *             "placement": "anchors",
                     *             "signing_mode": "parallel",
                     *             "removed": [],
                     *             "key_name": "Lettings office",
                     *             "key_prefix": "cs_live_9f86d081"
                     *           },
                     *           "private_commitment": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *           "prev_hash": "0000000000000000000000000000000000000000000000000000000000000000",
                     *           "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ],
                     *       "head": {
                     *         "seq": 1,
                     *         "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AuditTrail"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            /** @description No one was invited to this document. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotSentError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    discloseAuditEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The document's id. An id that is not of a document of this workspace returns 404.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                id: components["parameters"]["DocumentId"];
                /**
                 * @description The `seq` of an event in the audit trail of this document. One that the trail does not have returns 404.
                 * @example 5
                 */
                seq: components["parameters"]["AuditSeq"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Order of the district court of Zurich, case FV260117."
                 *     }
                 */
                "application/json": components["schemas"]["DisclosureRequest"];
            };
        };
        responses: {
            /** @description The values, and the event that records their disclosure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "seq": 5,
                     *       "private_commitment": "d595df3222236efb257f64101bed78b11568f5169a51c6ca5e4b16d06fafb837",
                     *       "salt": "6b1f0a3e5c7d9b2f4a6c8e0d1f3b5a7c9e2d4f6a8b0c1d3e5f7a9b1c2d4e6f80",
                     *       "committed": {
                     *         "ip": "203.0.113.42",
                     *         "user_agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"
                     *       },
                     *       "logged_as": {
                     *         "seq": 12,
                     *         "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Disclosure"];
                };
            };
            /** @description The body is not valid JSON, or `reason` is missing, blank or too long. Nothing is disclosed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The event commits to nothing. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NothingPrivateError"];
                };
            };
            /** @description An owner has erased the document, and these values with it. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedByRetentionError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            /** @description The body is not JSON. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The registry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fields": [
                     *         {
                     *           "key": "items",
                     *           "kind": "collection",
                     *           "type": null,
                     *           "options": [],
                     *           "currency": null,
                     *           "decimals": null,
                     *           "example": null,
                     *           "max_length": null,
                     *           "max_rows": 200,
                     *           "labels": {
                     *             "en": "Items"
                     *           },
                     *           "columns": [
                     *             {
                     *               "key": "text",
                     *               "type": "text",
                     *               "required": true,
                     *               "options": [],
                     *               "currency": null,
                     *               "decimals": null,
                     *               "max_length": null,
                     *               "labels": {
                     *                 "en": "Item"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "key": "monthly_rent",
                     *           "kind": "scalar",
                     *           "type": "money",
                     *           "options": [],
                     *           "currency": "CHF",
                     *           "decimals": null,
                     *           "example": "1850.00",
                     *           "max_length": null,
                     *           "max_rows": null,
                     *           "labels": {
                     *             "en": "Monthly rent",
                     *             "de": "Monatsmiete"
                     *           },
                     *           "columns": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Fields"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /**
                 * @description Default `locked`.
                 * @example locked
                 */
                status?: "locked" | "draft" | "archived" | "all";
                /**
                 * @description 1 to 100, default 100.
                 * @example 20
                 */
                limit?: string;
                /** @description The `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "templates": [
                     *         {
                     *           "id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
                     *           "name": "Lease",
                     *           "status": "locked",
                     *           "kind": "esign",
                     *           "version": 3,
                     *           "updated_at": "2026-10-12T08:15:30.000Z"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["Templates"];
                };
            };
            /** @description A query parameter is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    importTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["TemplateImport"];
            };
        };
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
                     *       "name": "Lease",
                     *       "status": "locked",
                     *       "kind": "esign",
                     *       "version": 3,
                     *       "created": false,
                     *       "created_fields": [
                     *         "monthly_rent"
                     *       ],
                     *       "problems": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedTemplate"];
                };
            };
            /** @description A part is invalid; nothing was changed. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not allowed from this address, its scope does not allow the call, or it is that of a sandbox. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["LiveKeyRequiredError"];
                };
            };
            /** @description `template_id` is not a template of this workspace, or the key's workspace could not be read. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["WorkspaceNotFoundError"];
                };
            };
            /** @description The registry has a field of another kind or type under this key. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FieldConflictError"];
                };
            };
            /** @description The PDF has more than 25 MB, or the rest of the body more than 1 MB. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileTooLargeError"] | components["schemas"]["PayloadTooLargeError"];
                };
            };
            /** @description The body is not multipart, or the file is not a PDF. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsupportedMediaTypeError"];
                };
            };
            /** @description The PDF cannot be used, or `lock` was asked for and problems are left; nothing was changed. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PdfUnsupportedError"] | components["schemas"]["TemplateInvalidError"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description The service failed; nothing was changed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterFailover"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DbFailedError"] | components["schemas"]["StorageFailedError"] | components["schemas"]["InternalError"];
                };
            };
            503: components["responses"]["Busy"];
        };
    };
    getTemplate: {
        parameters: {
            query?: {
                /**
                 * @description A locked version; default the newest.
                 * @example 3
                 */
                version?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The template's id. An id that is not of a template of this workspace returns 404.
                 * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
                 */
                id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
                     *       "name": "Lease",
                     *       "description": null,
                     *       "status": "locked",
                     *       "kind": "esign",
                     *       "version": 3,
                     *       "locked_at": "2026-10-12T08:15:30.000Z",
                     *       "locale": "en",
                     *       "signing_mode": "sequential",
                     *       "recipients": [
                     *         {
                     *           "slot": 1,
                     *           "role": "tenant",
                     *           "label": "Tenant",
                     *           "pinned": false,
                     *           "pinned_email": null,
                     *           "signing_order": 1,
                     *           "channel": "email",
                     *           "require_sms_verification": false,
                     *           "sms_gate": null,
                     *           "has_fields": true
                     *         }
                     *       ],
                     *       "field_values": [
                     *         {
                     *           "key": "monthly_rent",
                     *           "kind": "scalar",
                     *           "type": "money",
                     *           "required": true,
                     *           "owner": "sender",
                     *           "slot": null,
                     *           "prefill": "editable",
                     *           "labels": {
                     *             "en": "Monthly rent",
                     *             "de": "Monatsmiete"
                     *           },
                     *           "options": [],
                     *           "currency": "CHF",
                     *           "decimals": null,
                     *           "example": "1850.00",
                     *           "max_length": null,
                     *           "max_rows": null,
                     *           "columns": []
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "index": 0,
                     *           "name": "lease.pdf",
                     *           "page_count": 12,
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                     *         }
                     *       ],
                     *       "created_at": "2026-10-01T08:15:30.000Z",
                     *       "updated_at": "2026-10-12T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description `version` is not a number. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            /** @description No such template in this workspace, or no such version. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["VersionNotFoundError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    exportTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The template's id. An id that is not of a template of this workspace returns 404.
                 * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
                 */
                id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template without the bytes of its PDF. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateExport"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    instantiateTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, sent once, else 400 `invalid_idempotency_key`. The same key with the same body within 24 hours replays the first
                 *     2xx response (`Idempotent-Replayed: true`), with a different body 422 `idempotency_key_reuse`, while the first call still runs 409
                 *     `idempotency_in_progress`. Only 2xx responses are kept; any other frees the key. A multipart body is compared by the file's hash and the
                 *     parsed parts, not by its bytes. Ignored with `validate_only` (instantiate).
                 * @example order-7731-lease
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The template's id. An id that is not of a template of this workspace returns 404.
                 * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
                 */
                id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipients": [
                 *         {
                 *           "slot": 1,
                 *           "email": "ada@example.com",
                 *           "name": "Ada Lovelace",
                 *           "reference": "cust-17"
                 *         }
                 *       ],
                 *       "field_values": {
                 *         "tenant_name": "Ada Lovelace",
                 *         "monthly_rent": "1850.00",
                 *         "items": [
                 *           {
                 *             "what": "Deposit",
                 *             "amount": "5550.00"
                 *           }
                 *         ]
                 *       },
                 *       "metadata": {
                 *         "order": "7731"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["InstanceRequest"];
            };
        };
        responses: {
            /** @description `validate_only`: what the real call would do. Nothing was created. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "document_id": null,
                     *       "status": null,
                     *       "template_id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
                     *       "template_name": "Lease",
                     *       "template_version": 3,
                     *       "signing_mode": "sequential",
                     *       "expires_at": null,
                     *       "review_url": null,
                     *       "review_expires_at": null,
                     *       "metadata": {
                     *         "order": "7731"
                     *       },
                     *       "sha256": null,
                     *       "docs": "https://sign.example.com/docs/templates",
                     *       "recipients": [
                     *         {
                     *           "slot": 1,
                     *           "role": "tenant",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "signing_request_id": null,
                     *           "signing_url": null,
                     *           "status": null,
                     *           "channel": "email",
                     *           "emailed": true,
                     *           "texted": false,
                     *           "reference": "cust-17"
                     *         }
                     *       ],
                     *       "problems": [],
                     *       "warnings": [],
                     *       "missing_optional": [
                     *         {
                     *           "field": "start_date",
                     *           "type": "date",
                     *           "labels": {
                     *             "en": "Start"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Instantiated"];
                };
            };
            /** @description The document was sent, or staged. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "status": "pending",
                     *       "template_id": "7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60",
                     *       "template_name": "Lease",
                     *       "template_version": 3,
                     *       "signing_mode": "sequential",
                     *       "expires_at": "2026-10-26T08:15:30.000Z",
                     *       "review_url": null,
                     *       "review_expires_at": null,
                     *       "metadata": {
                     *         "order": "7731"
                     *       },
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "docs": "https://sign.example.com/docs/templates",
                     *       "recipients": [
                     *         {
                     *           "slot": 1,
                     *           "role": "tenant",
                     *           "email": "ada@example.com",
                     *           "name": "Ada Lovelace",
                     *           "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "signing_url": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *           "status": "pending",
                     *           "channel": "email",
                     *           "emailed": true,
                     *           "texted": false,
                     *           "reference": "cust-17"
                     *         }
                     *       ],
                     *       "problems": [],
                     *       "warnings": [],
                     *       "missing_optional": [
                     *         {
                     *           "field": "start_date",
                     *           "type": "date",
                     *           "labels": {
                     *             "en": "Start"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Instantiated"];
                };
            };
            /** @description The call is invalid or contradicts the template; nothing was created. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInvalidRequestError"] | components["schemas"]["TemplateUnknownRecipientFieldError"] | components["schemas"]["TemplateUnknownFieldError"] | components["schemas"]["TemplateInvalidMetadataError"] | components["schemas"]["InvalidIdempotencyKeyError"] | components["schemas"]["PinnedSlotMismatchError"] | components["schemas"]["MissingRecipientError"] | components["schemas"]["TemplateHttpsRequiredError"] | components["schemas"]["TemplateUrlNotPublicError"] | components["schemas"]["TemplateReturnUrlNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The plan lacks the Enterprise entitlement (checked before the rate limit), or its documents or SMS codes of this month are used up; nothing was created. */
            402: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnterpriseRequiredError"] | components["schemas"]["TemplateTierRequiredError"] | components["schemas"]["TemplateSmsAllowanceExhaustedError"];
                };
            };
            403: components["responses"]["ForbiddenToWrite"];
            /** @description No such template in this workspace, or no such version. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["TemplateVersionNotFoundError"];
                };
            };
            /** @description The template is not locked, a table needs a sequential one, or the first call with this `Idempotency-Key` is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterSometimes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateUnlockedError"] | components["schemas"]["InteractiveTableError"] | components["schemas"]["IdempotencyInProgressError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The values do not satisfy the template, it has no signing slot, or the `Idempotency-Key` was used with a different body; nothing was created. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInputInvalidError"] | components["schemas"]["TemplateSignerWithoutSignatureError"] | components["schemas"]["IdempotencyKeyReuseError"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description The service failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterFailover"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateDbFailedError"] | components["schemas"]["InternalError"];
                };
            };
            /** @description The PDF could not be rendered or stored; nothing was created or sent. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderFailedError"];
                };
            };
        };
    };
    generateTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, sent once, else 400 `invalid_idempotency_key`. The same key with the same body within 24 hours replays the first
                 *     2xx response (`Idempotent-Replayed: true`), with a different body 422 `idempotency_key_reuse`, while the first call still runs 409
                 *     `idempotency_in_progress`. Only 2xx responses are kept; any other frees the key. A multipart body is compared by the file's hash and the
                 *     parsed parts, not by its bytes. Ignored with `validate_only` (instantiate).
                 * @example order-7731-lease
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The template's id. An id that is not of a template of this workspace returns 404.
                 * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
                 */
                id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "field_values": {
                 *         "tenant_name": "Ada Lovelace",
                 *         "monthly_rent": "1850.00",
                 *         "items": [
                 *           {
                 *             "what": "Deposit",
                 *             "amount": "5550.00"
                 *           }
                 *         ]
                 *       },
                 *       "review": true,
                 *       "metadata": {
                 *         "order": "7731"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["GenerateRequest"];
            };
        };
        responses: {
            /** @description The file. Nothing was stored. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Length": components["headers"]["ContentLength"];
                    "Repr-Digest": components["headers"]["ReprDigest"];
                    "X-Template-Version": components["headers"]["TemplateVersion"];
                    "X-Unknown-Fields": components["headers"]["UnknownFields"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            /** @description `review: true`: the file, which is staged. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Deprecation: components["headers"]["Deprecation"];
                    Sunset: components["headers"]["Sunset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    "Content-Length": components["headers"]["ContentLength"];
                    "Repr-Digest": components["headers"]["ReprDigest"];
                    "X-Template-Version": components["headers"]["TemplateVersion"];
                    "X-Unknown-Fields": components["headers"]["UnknownFields"];
                    "X-Document-Id": components["headers"]["DocumentId"];
                    "X-Review-Url": components["headers"]["ReviewUrl"];
                    "X-Review-Expires-At": components["headers"]["ReviewExpiresAt"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            /** @description The call is invalid; nothing was created. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInvalidRequestError"] | components["schemas"]["TemplateUnknownFieldError"] | components["schemas"]["TemplateInvalidMetadataError"] | components["schemas"]["InvalidIdempotencyKeyError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            402: components["responses"]["EnterpriseRequired"];
            403: components["responses"]["ForbiddenToWrite"];
            /** @description No such template in this workspace, or no such version. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotFoundError"] | components["schemas"]["TemplateVersionNotFoundError"];
                };
            };
            /**
             * @description The template is not locked or prints nothing, the first call with this `Idempotency-Key` is still running, or the file that it staged was
             *     discarded.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterSometimes"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateUnlockedError"] | components["schemas"]["NotRenderedError"] | components["schemas"]["IdempotencyInProgressError"] | components["schemas"]["DiscardedError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description The values do not satisfy the template, or the `Idempotency-Key` was used with a different body; nothing was created. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateInputInvalidError"] | components["schemas"]["IdempotencyKeyReuseError"];
                };
            };
            429: components["responses"]["RateLimited"];
            /** @description The service failed. `storage_failed` and `file_damaged`: the file was staged and cannot be read back. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterFailover"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplateDbFailedError"] | components["schemas"]["InsertFailedError"] | components["schemas"]["StorageFailedError"] | components["schemas"]["FileDamagedError"] | components["schemas"]["InternalError"];
                };
            };
            /** @description The PDF could not be rendered or stored; nothing was created. */
            502: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderFailedError"];
                };
            };
            /** @description The deployment cannot stage files. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewUnavailableError"];
                };
            };
        };
    };
    getTemplateFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description One byte range (RFC 9110). Several ranges, another unit or a malformed value are ignored and the whole file is sent.
                 * @example bytes=0-1023
                 */
                Range?: components["parameters"]["Range"];
                /** @description Honour `Range` only while the file still has this ETag, else send the whole file. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description Return 304 without a body when the file still has one of these ETags. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The template's id. An id that is not of a template of this workspace returns 404.
                 * @example 7c1e9d54-2b6f-4a38-9e07-3f5d8c2a1b60
                 */
                id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Pdf"];
            206: components["responses"]["PartialPdf"];
            304: components["responses"]["NotModified"];
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            /** @description The service failed. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfterFailover"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DbFailedError"] | components["schemas"]["StorageFailedError"] | components["schemas"]["InternalError"];
                };
            };
        };
    };
    listHooks: {
        parameters: {
            query?: {
                /**
                 * @description Only the exact value `true` has an effect; then disabled hooks are listed too.
                 * @example true
                 */
                include_disabled?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "hooks": [
                     *         {
                     *           "id": "2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72",
                     *           "target_url": "https://app.example.com/webhooks/signing",
                     *           "events": [
                     *             "signing_request.signed",
                     *             "document.completed"
                     *           ],
                     *           "enabled": true,
                     *           "created_at": "2026-10-12T08:15:30.000Z",
                     *           "payload": "full",
                     *           "standard_webhooks": false,
                     *           "secret_prefix": "whsec_5f0c2a",
                     *           "previous_secret_valid_until": null,
                     *           "disabled_at": null,
                     *           "disabled_reason": null,
                     *           "replaced_by": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Hooks"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    createHook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_url": "https://app.example.com/webhooks/signing",
                 *       "events": [
                 *         "signing_request.signed",
                 *         "document.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewHook"];
            };
        };
        responses: {
            /** @description The hook, with its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72",
                     *       "target_url": "https://app.example.com/webhooks/signing",
                     *       "events": [
                     *         "signing_request.signed",
                     *         "document.completed"
                     *       ],
                     *       "enabled": true,
                     *       "created_at": "2026-10-12T08:15:30.000Z",
                     *       "payload": "full",
                     *       "standard_webhooks": false,
                     *       "secret_prefix": "whsec_5f0c2a",
                     *       "previous_secret_valid_until": null,
                     *       "disabled_at": null,
                     *       "disabled_reason": null,
                     *       "replaced_by": null,
                     *       "secret": "whsec_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d9b3e41c8a6f2d4b1",
                     *       "replaced_hook_ids": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedHook"];
                };
            };
            /** @description The body or the address is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["HttpsRequiredError"] | components["schemas"]["UrlNotPublicError"] | components["schemas"]["UnknownEventError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            /** @description Minimal bodies are not supported. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayloadModeUnavailableError"];
                };
            };
        };
    };
    deleteHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The hook no longer exists. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    rotateHookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72",
                     *       "secret": "whsec_0c2a7d9b3e41c8a6f2d4b15f0c2a7d9b3e41c8a6f2d4b15f",
                     *       "secret_prefix": "whsec_0c2a7d",
                     *       "previous_secret_valid_until": "2026-10-13T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description Another call rotated at the same time; its secret is live. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotationConflictError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    testHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping was sent; `status` is the outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "91b6e0c4-3d2a-4f58-8c7b-5a4e3f2d1c06",
                     *       "event_id": "evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d",
                     *       "status": "success",
                     *       "response_status": 200,
                     *       "latency_ms": 84
                     *     }
                     */
                    "application/json": components["schemas"]["PingResult"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The hook is disabled, or its address is not https. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookDisabledError"] | components["schemas"]["HttpsRequiredError"];
                };
            };
            /** @description The key's window is used up (with RateLimit headers), or the hook had 10 pings and redeliveries within a minute (without them). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Limit": components["headers"]["KeyBucketLimit"];
                    "RateLimit-Remaining": components["headers"]["KeyBucketRemaining"];
                    "RateLimit-Reset": components["headers"]["KeyBucketReset"];
                    "RateLimit-Policy": components["headers"]["KeyBucketPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            500: components["responses"]["Failed"];
        };
    };
    listHookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "91b6e0c4-3d2a-4f58-8c7b-5a4e3f2d1c06",
                     *           "event": "document.completed",
                     *           "event_id": "evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d",
                     *           "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *           "attempts": 2,
                     *           "response_status": 503,
                     *           "response_body": "try later",
                     *           "latency_ms": 84,
                     *           "attempt_log": [
                     *             {
                     *               "at": "2026-10-12T09:03:40.000Z",
                     *               "phase": "tls",
                     *               "status": null,
                     *               "note": "network: TLS: certificate has expired",
                     *               "latency_ms": 61
                     *             },
                     *             {
                     *               "at": "2026-10-12T09:04:41.000Z",
                     *               "phase": "response",
                     *               "status": 503,
                     *               "note": "try later",
                     *               "latency_ms": 84
                     *             }
                     *           ],
                     *           "status": "pending",
                     *           "created_at": "2026-10-12T09:03:40.000Z",
                     *           "next_retry_at": "2026-10-12T09:09:41.000Z",
                     *           "completed_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["HookDeliveries"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    redeliverHookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
                /**
                 * @description The delivery's id, from the log.
                 * @example 91b6e0c4-3d2a-4f58-8c7b-5a4e3f2d1c06
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attempt was made; `status` is the outcome. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "91b6e0c4-3d2a-4f58-8c7b-5a4e3f2d1c06",
                     *       "event_id": "evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d",
                     *       "status": "success",
                     *       "response_status": 200,
                     *       "latency_ms": 84
                     *     }
                     */
                    "application/json": components["schemas"]["AttemptResult"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The hook is disabled or replaced, its address is not https, or an attempt of this delivery is in progress. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookDisabledError"] | components["schemas"]["HttpsRequiredError"] | components["schemas"]["DeliveryInProgressError"];
                };
            };
            /** @description The key's window is used up (with RateLimit headers), or the hook had 10 pings and redeliveries within a minute (without them). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    "RateLimit-Limit": components["headers"]["KeyBucketLimit"];
                    "RateLimit-Remaining": components["headers"]["KeyBucketRemaining"];
                    "RateLimit-Reset": components["headers"]["KeyBucketReset"];
                    "RateLimit-Policy": components["headers"]["KeyBucketPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateLimitedError"];
                };
            };
            500: components["responses"]["Failed"];
        };
    };
    recoverHook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The hook's id. An id that is not of a workspace-wide hook of this workspace returns 404; a document's own hook is not visible here.
                 * @example 2f8d6c1b-7a54-4e0d-9b3c-6e1f0a9d8c72
                 */
                id: components["parameters"]["HookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-10-10T18:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["Recovery"];
            };
        };
        responses: {
            /** @description The attempts are scheduled; the log shows their outcomes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recovered": 42
                     *     }
                     */
                    "application/json": components["schemas"]["Recovered"];
                };
            };
            /** @description `since` is missing or not a timestamp, or the body is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The hook is disabled, or its address is not https. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookDisabledError"] | components["schemas"]["HttpsRequiredError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandboxes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sandboxes": [
                     *         {
                     *           "id": "9c4e2b7d-5f18-4a63-8d0b-1e7a3c6f9b25",
                     *           "name": "CI 4711",
                     *           "slug": "ci-4711",
                     *           "created_at": "2026-11-30T08:00:00.000Z",
                     *           "ends_at": "2026-12-01T08:00:00.000Z",
                     *           "now": "2026-11-30T08:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Sandboxes"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a live key, is not allowed from this address. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["LiveKeyRequiredError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "CI 4711",
                 *       "expires_in": "PT1H"
                 *     }
                 */
                "application/json": components["schemas"]["NewSandbox"];
            };
        };
        responses: {
            /** @description The sandbox, with its key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9c4e2b7d-5f18-4a63-8d0b-1e7a3c6f9b25",
                     *       "name": "CI 4711",
                     *       "slug": "ci-4711",
                     *       "created_at": "2026-11-30T08:00:00.000Z",
                     *       "ends_at": "2026-12-01T08:00:00.000Z",
                     *       "now": "2026-11-30T08:00:00.000Z",
                     *       "key": "cs_test_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedSandbox"];
                };
            };
            /** @description The body is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a live key, is not allowed from this address, or its scope does not allow the call. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["LiveKeyRequiredError"];
                };
            };
            /** @description There are 20 already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TooManySandboxesError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    deleteSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The sandbox's id. An id that is not of a sandbox of this workspace returns 404.
                 * @example 9c4e2b7d-5f18-4a63-8d0b-1e7a3c6f9b25
                 */
                id: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox no longer exists. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a live key, is not allowed from this address, or its scope does not allow the call. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["LiveKeyRequiredError"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    clearSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is empty. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["TestKeyRequiredError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only those to this address or number.
                 * @example ada@example.com
                 */
                to?: string;
                /**
                 * @description Only mails, or only text messages.
                 * @example mail
                 */
                channel?: "mail" | "sms";
                /**
                 * @description Only those about this document.
                 * @example 0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34
                 */
                document_id?: string;
                /**
                 * @description Only those that came after the message with this `id`.
                 * @example 17
                 */
                after?: string;
                /**
                 * @description How many seconds of real time to wait for the first message when there is none yet, 0 to 20, default 0.
                 * @example 0
                 */
                wait?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages, perhaps none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "18",
                     *           "channel": "mail",
                     *           "kind": "invitation",
                     *           "to": "ada@example.com",
                     *           "subject": "Lease",
                     *           "text": "Acme asks you to sign Lease. https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *           "html": "<p>Acme asks you to sign Lease.</p>",
                     *           "links": {
                     *             "sign": "https://sign.example.com/sign/TC2OH5OrS3qNVS9-nAprGLk0pYx6hXwM2rTq9vBdS1fZ8cUe7oJaN4iGyKtEHm3W",
                     *             "hand_over": null
                     *           },
                     *           "code": null,
                     *           "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *           "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "at": "2026-11-30T08:00:01.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SandboxMessages"];
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a test key, is not allowed from this address. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["TestKeyRequiredError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    actAsSigner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing request's id. An id that is not of a signing request of this workspace returns 404.
                 * @example 4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18
                 */
                id: components["parameters"]["SigningRequestId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "do": "sign",
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": components["schemas"]["SignerAct"];
            };
        };
        responses: {
            /** @description The signing request as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningRequestRow"];
                };
            };
            /** @description The body is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["TestKeyRequiredError"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The page would have refused it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignerRefusedError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-11-30T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a test key, is not allowed from this address. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["TestKeyRequiredError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    moveClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance": "P14D"
                 *     }
                 */
                "application/json": components["schemas"]["ClockMove"];
            };
        };
        responses: {
            /** @description The new time, and what was done on the way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "now": "2026-12-14T08:00:00.000Z",
                     *       "ran": [
                     *         {
                     *           "task": "remind",
                     *           "count": 2
                     *         },
                     *         {
                     *           "task": "expire",
                     *           "count": 1
                     *         },
                     *         {
                     *           "task": "deliver",
                     *           "count": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MovedClock"];
                };
            };
            /** @description The move is invalid: back, too far, or neither `advance` nor `now`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["UnknownFieldError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            /** @description The key is not a test key, is not allowed from this address, or its scope does not allow the call. Spends no token. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IpNotAllowedError"] | components["schemas"]["InsufficientScopeError"] | components["schemas"]["TestKeyRequiredError"];
                };
            };
            /** @description Another call moves the clock. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockMovingError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The id of the last event that you have: `next_after`, or the `event_id` of a webhook. `latest` stands for the newest event. Without
                 *     it, the oldest event that is kept comes first.
                 * @example evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d
                 */
                after?: string;
                /**
                 * @description How many events at most, 1 to 100, default 50.
                 * @example 20
                 */
                limit?: string;
                /**
                 * @description How many seconds to wait for the first event when there is none yet, 0 to 20, default 0.
                 * @example 0
                 */
                wait?: string;
                /**
                 * @description The bodies of a hook in this mode, default `full`.
                 * @example minimal
                 */
                payload?: "full" | "minimal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, perhaps none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "event": "signing_request.signed",
                     *           "event_id": "evt_8a6f2d4b15f0c2a7d5f0c2a7d9b3e41c",
                     *           "created_at": "2026-10-12T09:14:02.000Z",
                     *           "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *           "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *           "role": "tenant",
                     *           "reference": "cust-17"
                     *         }
                     *       ],
                     *       "next_after": "evt_8a6f2d4b15f0c2a7d5f0c2a7d9b3e41c",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["EventPage"];
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            /** @description Events after this one may have been deleted, or there is no such event. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsExpiredError"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    createDocumentRetired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Always. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "POST /documents was retired on 2026-07-31; use POST /signing-requests.",
                     *       "code": "placement_retired"
                     *     }
                     */
                    "application/json": components["schemas"]["PlacementRetiredError"];
                };
            };
        };
    };
    createEmbeddedSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                 *       "origin": "https://app.example.com",
                 *       "ttl_seconds": 600
                 *     }
                 */
                "application/json": components["schemas"]["EmbeddedSessionInput"];
            };
        };
        responses: {
            /** @description The session is open. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6d1f3c80-2b7e-4a95-b0c4-8e5a9f7d2c16",
                     *       "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "embed_url": "https://sign.example.com/embed/es_mYc0sX7uWn3QeJ5zTfKpB1hVgD8rLaO2iNxE6wSqU4k",
                     *       "origin": "https://app.example.com",
                     *       "locale": "en",
                     *       "status": "active",
                     *       "ttl_seconds": 600,
                     *       "expires_at": "2026-10-12T08:25:30.000Z",
                     *       "created_at": "2026-10-12T08:15:30.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["EmbeddedSessionCreated"];
                };
            };
            /** @description The body fails validation, the origin is malformed, or it is not registered on this key. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvalidRequestError"] | components["schemas"]["InvalidOriginError"] | components["schemas"]["OriginNotAllowedError"];
                };
            };
            401: components["responses"]["InvalidKey"];
            402: components["responses"]["EnterpriseRequired"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            /** @description The request is not pending or viewed, or is past its expiry. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestNotSignableError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
            /** @description The database failed while the session was minted; nothing was created. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddingUnavailableError"];
                };
            };
        };
    };
    getEmbeddedSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session's id. An id that is not of a embedded session of this workspace returns 404.
                 * @example 6d1f3c80-2b7e-4a95-b0c4-8e5a9f7d2c16
                 */
                id: components["parameters"]["EmbeddedSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6d1f3c80-2b7e-4a95-b0c4-8e5a9f7d2c16",
                     *       "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
                     *       "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
                     *       "origin": "https://app.example.com",
                     *       "locale": "en",
                     *       "status": "completed",
                     *       "ttl_seconds": 600,
                     *       "expires_at": "2026-10-12T08:25:30.000Z",
                     *       "created_at": "2026-10-12T08:15:30.000Z",
                     *       "first_loaded_at": "2026-10-12T08:15:33.000Z",
                     *       "completed_at": "2026-10-12T08:17:02.000Z",
                     *       "revoked_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["EmbeddedSession"];
                };
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToRead"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    revokeEmbeddedSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session's id. An id that is not of a embedded session of this workspace returns 404.
                 * @example 6d1f3c80-2b7e-4a95-b0c4-8e5a9f7d2c16
                 */
                id: components["parameters"]["EmbeddedSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["InvalidKey"];
            403: components["responses"]["ForbiddenToWrite"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Failed"];
        };
    };
    createEmbeddedSessionRetired: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Always. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbeddedSessionsRetiredError"];
                };
            };
        };
    };
    onSigningRequestSent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestSent"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestViewed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestViewed"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestSmsSent: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestSmsSent"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestSmsFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestSmsFailed"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestSmsVerified: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestSmsVerified"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestSigned: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestSigned"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestDeclined: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestDeclined"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestWithdrawn: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestWithdrawn"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestExpired"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onEmailFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestEmailFailed"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onHandOverProposed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestHandOverProposed"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onSigningRequestReassigned: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SigningRequestReassigned"] | components["schemas"]["MinimalSigningRequestEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentCompleted"] | components["schemas"]["MinimalDocumentCompleted"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentSealDelayed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentSealDelayed"] | components["schemas"]["MinimalDocumentEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentAbandoned: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DocumentAbandoned"] | components["schemas"]["MinimalDocumentEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTemplateInstanceStaged: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateInstanceStaged"] | components["schemas"]["MinimalTemplateInstanceEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTemplateInstanceConfirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateInstanceConfirmed"] | components["schemas"]["MinimalTemplateInstanceEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTemplateInstanceDiscarded: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateInstanceDiscarded"] | components["schemas"]["MinimalTemplateInstanceEvent"];
            };
        };
        responses: {
            /** @description Received. Anything else, or no response within 10 seconds, is retried after 1 m, 5 m, 30 m, 2 h, 6 h, 12 h and 24 h. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPing: {
        parameters: {
            query?: never;
            header: {
                /** @description `t=<unix seconds>,v1=<hex>`; two `v1` for 24 hours after a rotation, the new secret first. Signed anew for each attempt. */
                "X-Service-Signature": components["parameters"]["SignatureHeader"];
                /** @description The event's name, as in the body. */
                "X-Service-Event": components["parameters"]["EventHeader"];
                /** @description Stays the same across all attempts; deduplicate on it. */
                "X-Service-Event-Id": components["parameters"]["EventIdHeader"];
                /** @description Byte-identical with `X-Service-Signature`; frozen. */
                "X-Legacy-Signature": components["parameters"]["LegacySignatureHeader"];
                /** @description Byte-identical with `X-Service-Event`; frozen. */
                "X-Legacy-Event": components["parameters"]["LegacyEventHeader"];
                /** @description Byte-identical with `X-Service-Event-Id`; frozen. */
                "X-Legacy-Event-Id": components["parameters"]["LegacyEventIdHeader"];
                /** @description The first for a full body, the second for a minimal one. */
                "User-Agent": components["parameters"]["UserAgentHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "ping",
                 *       "event_id": "evt_5f0c2a7d9b3e41c8a6f2d4b15f0c2a7d",
                 *       "created_at": "2026-10-12T09:03:40.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["Ping"];
            };
        };
        responses: {
            /** @description Received. A ping is never retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
