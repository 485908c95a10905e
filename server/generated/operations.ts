// Generated from spec/ by scripts/generate.ts. Do not edit.

export type OperationId =
  | 'getMe'
  | 'createSigningRequest'
  | 'validateSigningRequest'
  | 'getSigningRequest'
  | 'updateSigningRequest'
  | 'remindSigningRequest'
  | 'withdrawSigningRequest'
  | 'renewSigningLink'
  | 'reassignSigningRequest'
  | 'getDocument'
  | 'getDocumentFile'
  | 'getSignedDocument'
  | 'getRenewedDocument'
  | 'getSignedWithAuditTrail'
  | 'getAuditTrail'
  | 'abandonDocument'
  | 'confirmDocument'
  | 'discardDocument'
  | 'listDocumentValues'
  | 'listAuditEvents'
  | 'discloseAuditEvent'
  | 'listFields'
  | 'listTemplates'
  | 'importTemplate'
  | 'getTemplate'
  | 'exportTemplate'
  | 'instantiateTemplate'
  | 'generateTemplate'
  | 'getTemplateFile'
  | 'listHooks'
  | 'createHook'
  | 'deleteHook'
  | 'rotateHookSecret'
  | 'testHook'
  | 'listHookDeliveries'
  | 'redeliverHookDelivery'
  | 'recoverHook'
  | 'listSandboxes'
  | 'createSandbox'
  | 'deleteSandbox'
  | 'clearSandbox'
  | 'listMessages'
  | 'actAsSigner'
  | 'getClock'
  | 'moveClock'
  | 'listEvents'
  | 'createDocumentRetired'
  | 'createEmbeddedSession'
  | 'getEmbeddedSession'
  | 'revokeEmbeddedSession'
  | 'createEmbeddedSessionRetired'

export interface Operation {
  id: OperationId
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  /** False: the key is not read. */
  authenticated: boolean
  /** Spends a token of the key's window. */
  rateLimited: boolean
  /** What the key must be allowed to do; null where none is read. */
  scope: 'read' | 'write' | 'disclose' | null
  entitlement: 'enterprise' | null
  /** Accepts an `Idempotency-Key`. */
  idempotent: boolean
  body: {
    mediaTypes: readonly ('application/json' | 'multipart/form-data')[]
    required: boolean
    /** The parts of a multipart body that are JSON; every other part is a string. */
    jsonParts: readonly string[]
    /** Those of them that are lists: such a part may be repeated, once for each element. */
    listParts: readonly string[]
  } | null
  /** The known keys of a body whose unknown keys get a warning until 2026-12-31; null where that rule does not apply. */
  topLevelKeys: readonly string[] | null
  edgeCodes: readonly EdgeCode[]
  statuses: readonly number[]
  /** The status of each code. */
  errors: Readonly<Partial<Record<ErrorCode, number>>>
}

/** Where a violation of the body's schema has its own code instead of `invalid_request`. */
export interface EdgeCode {
  /** The path in the body, `*` for any element of a list. */
  at: readonly string[]
  when: 'unknown_key' | 'invalid'
  code: ErrorCode
  /** The known keys at that path. */
  accepted?: readonly string[]
}

export const operations = {
  getMe: {
    "id": "getMe",
    "method": "get",
    "path": "/me",
    "authenticated": true,
    "rateLimited": false,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  createSigningRequest: {
    "id": "createSigningRequest",
    "method": "post",
    "path": "/signing-requests",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": true,
    "body": {
      "mediaTypes": [
        "multipart/form-data",
        "application/json"
      ],
      "required": true,
      "jsonParts": [
        "signers",
        "fields",
        "metadata",
        "send_emails",
        "observer_emails",
        "expires_in_days",
        "validate_only"
      ],
      "listParts": [
        "signers",
        "fields",
        "observer_emails"
      ]
    },
    "topLevelKeys": [
      "file",
      "file_url",
      "signers",
      "placement",
      "fields",
      "metadata",
      "send_emails",
      "signing_mode",
      "observer_emails",
      "callback_url",
      "sms_gate",
      "title",
      "message",
      "subject",
      "reply_to",
      "expires_in_days",
      "validate_only"
    ],
    "edgeCodes": [
      {
        "at": [
          "signers",
          "*"
        ],
        "when": "unknown_key",
        "code": "unknown_signer_field",
        "accepted": [
          "email",
          "role",
          "name",
          "first_name",
          "last_name",
          "locale",
          "phone_e164",
          "require_sms_verification",
          "sms_gate",
          "reference",
          "company",
          "job_title",
          "signing_order",
          "return_url"
        ]
      }
    ],
    "statuses": [
      201,
      400,
      401,
      402,
      403,
      404,
      409,
      413,
      415,
      422,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_signer_field": 400,
      "unknown_field": 400,
      "invalid_metadata": 400,
      "invalid_idempotency_key": 400,
      "signer_has_no_anchor": 400,
      "duplicate_anchor": 400,
      "placement_retired": 400,
      "unknown_role": 400,
      "https_required": 400,
      "url_not_public": 400,
      "return_url_not_allowed": 400,
      "invalid_key": 401,
      "tier_required": 402,
      "sms_allowance_exhausted": 402,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "workspace_not_found": 404,
      "idempotency_in_progress": 409,
      "file_too_large": 413,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "signer_without_signature": 422,
      "placement_failed": 422,
      "pdf_unsupported": 422,
      "file_fetch_failed": 422,
      "idempotency_key_reuse": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "internal_error": 500,
      "busy": 503
    }
  },
  validateSigningRequest: {
    "id": "validateSigningRequest",
    "method": "post",
    "path": "/signing-requests/validate",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "multipart/form-data",
        "application/json"
      ],
      "required": true,
      "jsonParts": [
        "signers",
        "fields",
        "metadata",
        "send_emails",
        "observer_emails",
        "expires_in_days",
        "validate_only"
      ],
      "listParts": [
        "signers",
        "fields",
        "observer_emails"
      ]
    },
    "topLevelKeys": [
      "file",
      "file_url",
      "signers",
      "placement",
      "fields",
      "metadata",
      "send_emails",
      "signing_mode",
      "observer_emails",
      "callback_url",
      "sms_gate",
      "title",
      "message",
      "subject",
      "reply_to",
      "expires_in_days",
      "validate_only"
    ],
    "edgeCodes": [
      {
        "at": [
          "signers",
          "*"
        ],
        "when": "unknown_key",
        "code": "unknown_signer_field",
        "accepted": [
          "email",
          "role",
          "name",
          "first_name",
          "last_name",
          "locale",
          "phone_e164",
          "require_sms_verification",
          "sms_gate",
          "reference",
          "company",
          "job_title",
          "signing_order",
          "return_url"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      422,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_signer_field": 400,
      "unknown_field": 400,
      "invalid_metadata": 400,
      "signer_has_no_anchor": 400,
      "duplicate_anchor": 400,
      "placement_retired": 400,
      "unknown_role": 400,
      "https_required": 400,
      "url_not_public": 400,
      "return_url_not_allowed": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "workspace_not_found": 404,
      "file_too_large": 413,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "signer_without_signature": 422,
      "placement_failed": 422,
      "pdf_unsupported": 422,
      "file_fetch_failed": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "busy": 503
    }
  },
  getSigningRequest: {
    "id": "getSigningRequest",
    "method": "get",
    "path": "/signing-requests/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  updateSigningRequest: {
    "id": "updateSigningRequest",
    "method": "patch",
    "path": "/signing-requests/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "phone_e164"
        ]
      },
      {
        "at": [
          "phone_e164"
        ],
        "when": "invalid",
        "code": "invalid_phone"
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_phone": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "not_editable": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  remindSigningRequest: {
    "id": "remindSigningRequest",
    "method": "post",
    "path": "/signing-requests/{id}/remind",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500,
      502,
      503
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "expired": 409,
      "invalid_state": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "email_failed": 502,
      "sms_failed": 502,
      "email_not_configured": 503
    }
  },
  withdrawSigningRequest: {
    "id": "withdrawSigningRequest",
    "method": "post",
    "path": "/signing-requests/{id}/withdraw",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": false,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "invalid_state": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  renewSigningLink: {
    "id": "renewSigningLink",
    "method": "post",
    "path": "/signing-requests/{id}/renew-link",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "expired": 409,
      "invalid_state": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  reassignSigningRequest: {
    "id": "reassignSigningRequest",
    "method": "post",
    "path": "/signing-requests/{id}/reassign",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "email",
          "name",
          "first_name",
          "last_name",
          "locale",
          "phone_e164",
          "reference",
          "company",
          "job_title",
          "return_url"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "return_url_not_allowed": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "expired": 409,
      "invalid_state": 409,
      "not_reassignable": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  getDocument: {
    "id": "getDocument",
    "method": "get",
    "path": "/documents/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  getDocumentFile: {
    "id": "getDocumentFile",
    "method": "get",
    "path": "/documents/{id}/file",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      206,
      304,
      401,
      403,
      404,
      409,
      410,
      416,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "discarded": 409,
      "deleted_by_retention": 410,
      "range_not_satisfiable": 416,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "file_damaged": 500,
      "internal_error": 500
    }
  },
  getSignedDocument: {
    "id": "getSignedDocument",
    "method": "get",
    "path": "/documents/{id}/signed",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      206,
      304,
      401,
      403,
      404,
      409,
      410,
      416,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "not_complete": 409,
      "deleted_by_retention": 410,
      "range_not_satisfiable": 416,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "file_damaged": 500,
      "internal_error": 500
    }
  },
  getRenewedDocument: {
    "id": "getRenewedDocument",
    "method": "get",
    "path": "/documents/{id}/renewed",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      206,
      304,
      401,
      403,
      404,
      409,
      410,
      416,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "not_complete": 409,
      "not_renewed": 409,
      "deleted_by_retention": 410,
      "range_not_satisfiable": 416,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "file_damaged": 500,
      "internal_error": 500
    }
  },
  getSignedWithAuditTrail: {
    "id": "getSignedWithAuditTrail",
    "method": "get",
    "path": "/documents/{id}/signed-with-audit-trail",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      410,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "not_complete": 409,
      "deleted_by_retention": 410,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "file_damaged": 500,
      "internal_error": 500,
      "busy": 503
    }
  },
  getAuditTrail: {
    "id": "getAuditTrail",
    "method": "get",
    "path": "/documents/{id}/audit-trail",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "not_sent": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "busy": 503
    }
  },
  abandonDocument: {
    "id": "abandonDocument",
    "method": "post",
    "path": "/documents/{id}/abandon",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "no_seal_problem": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  confirmDocument: {
    "id": "confirmDocument",
    "method": "post",
    "path": "/documents/{id}/confirm",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": "enterprise",
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": false,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": [
      "recipients",
      "send_emails",
      "expires_in_days"
    ],
    "edgeCodes": [
      {
        "at": [
          "recipients",
          "*"
        ],
        "when": "unknown_key",
        "code": "unknown_recipient_field",
        "accepted": [
          "slot",
          "email",
          "name",
          "locale",
          "phone_e164",
          "phone",
          "require_sms_verification",
          "sms_gate",
          "reference",
          "company",
          "job_title",
          "signing_order",
          "return_url",
          "channel"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      402,
      403,
      404,
      409,
      410,
      413,
      415,
      422,
      429,
      500,
      502
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_recipient_field": 400,
      "unknown_field": 400,
      "conflicting_fields": 400,
      "pinned-slot-mismatch": 400,
      "return_url_not_allowed": 400,
      "invalid_key": 401,
      "enterprise-required": 402,
      "sms_allowance_exhausted": 402,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "not_staged": 409,
      "discarded": 409,
      "interactive-table-requires-sequential": 409,
      "review_expired": 410,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "invalid_recipients": 422,
      "template_input_invalid": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "update_failed": 502,
      "confirm_failed": 502,
      "render_failed": 502
    }
  },
  discardDocument: {
    "id": "discardDocument",
    "method": "post",
    "path": "/documents/{id}/discard",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500,
      502
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "not_staged": 409,
      "already_confirmed": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "discard_failed": 502
    }
  },
  listDocumentValues: {
    "id": "listDocumentValues",
    "method": "get",
    "path": "/documents/{id}/values",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      410,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "discarded": 409,
      "deleted_by_retention": 410,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listAuditEvents: {
    "id": "listAuditEvents",
    "method": "get",
    "path": "/documents/{id}/audit-events",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "not_sent": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  discloseAuditEvent: {
    "id": "discloseAuditEvent",
    "method": "post",
    "path": "/documents/{id}/audit-events/{seq}/disclose",
    "authenticated": true,
    "rateLimited": true,
    "scope": "disclose",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "reason"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      410,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "nothing_private": 409,
      "deleted_by_retention": 410,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listFields: {
    "id": "listFields",
    "method": "get",
    "path": "/fields",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listTemplates: {
    "id": "listTemplates",
    "method": "get",
    "path": "/templates",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  importTemplate: {
    "id": "importTemplate",
    "method": "post",
    "path": "/templates/import",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "multipart/form-data"
      ],
      "required": true,
      "jsonParts": [
        "template",
        "fields",
        "lock"
      ],
      "listParts": [
        "fields"
      ]
    },
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      422,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "live_key_required": 403,
      "not_found": 404,
      "workspace_not_found": 404,
      "field_conflict": 409,
      "file_too_large": 413,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "pdf_unsupported": 422,
      "template_invalid": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "internal_error": 500,
      "busy": 503
    }
  },
  getTemplate: {
    "id": "getTemplate",
    "method": "get",
    "path": "/templates/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "version_not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  exportTemplate: {
    "id": "exportTemplate",
    "method": "get",
    "path": "/templates/{id}/export",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  instantiateTemplate: {
    "id": "instantiateTemplate",
    "method": "post",
    "path": "/templates/{id}/instantiate",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": "enterprise",
    "idempotent": true,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": [
      "recipients",
      "field_values",
      "metadata",
      "validate_only",
      "review",
      "send_emails",
      "version",
      "observer_emails",
      "title",
      "message",
      "subject",
      "reply_to",
      "callback_url"
    ],
    "edgeCodes": [
      {
        "at": [
          "recipients",
          "*"
        ],
        "when": "unknown_key",
        "code": "unknown_recipient_field",
        "accepted": [
          "slot",
          "email",
          "name",
          "first_name",
          "last_name",
          "locale",
          "phone_e164",
          "require_sms_verification",
          "sms_gate",
          "reference",
          "company",
          "job_title",
          "signing_order",
          "return_url",
          "channel"
        ]
      }
    ],
    "statuses": [
      200,
      201,
      400,
      401,
      402,
      403,
      404,
      409,
      413,
      415,
      422,
      429,
      500,
      502
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_recipient_field": 400,
      "unknown_field": 400,
      "invalid_metadata": 400,
      "invalid_idempotency_key": 400,
      "pinned-slot-mismatch": 400,
      "missing_recipient": 400,
      "https_required": 400,
      "url_not_public": 400,
      "return_url_not_allowed": 400,
      "invalid_key": 401,
      "enterprise-required": 402,
      "tier_required": 402,
      "sms_allowance_exhausted": 402,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "version_not_found": 404,
      "template_unlocked": 409,
      "interactive-table-requires-sequential": 409,
      "idempotency_in_progress": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "template_input_invalid": 422,
      "signer_without_signature": 422,
      "idempotency_key_reuse": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "render_failed": 502
    }
  },
  generateTemplate: {
    "id": "generateTemplate",
    "method": "post",
    "path": "/templates/{id}/generate",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": "enterprise",
    "idempotent": true,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": [
      "field_values",
      "metadata",
      "review",
      "version",
      "title"
    ],
    "edgeCodes": [],
    "statuses": [
      200,
      201,
      400,
      401,
      402,
      403,
      404,
      409,
      413,
      415,
      422,
      429,
      500,
      502,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_metadata": 400,
      "invalid_idempotency_key": 400,
      "invalid_key": 401,
      "enterprise-required": 402,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "version_not_found": 404,
      "template_unlocked": 409,
      "not_rendered": 409,
      "idempotency_in_progress": 409,
      "discarded": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "template_input_invalid": 422,
      "idempotency_key_reuse": 422,
      "rate_limited": 429,
      "db_failed": 500,
      "insert_failed": 500,
      "storage_failed": 500,
      "file_damaged": 500,
      "internal_error": 500,
      "render_failed": 502,
      "review_unavailable": 503
    }
  },
  getTemplateFile: {
    "id": "getTemplateFile",
    "method": "get",
    "path": "/templates/{id}/file",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      206,
      304,
      401,
      403,
      404,
      416,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "range_not_satisfiable": 416,
      "rate_limited": 429,
      "db_failed": 500,
      "storage_failed": 500,
      "internal_error": 500
    }
  },
  listHooks: {
    "id": "listHooks",
    "method": "get",
    "path": "/hooks",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  createHook: {
    "id": "createHook",
    "method": "post",
    "path": "/hooks",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": [
      "target_url",
      "events",
      "payload",
      "standard_webhooks"
    ],
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "https_required": 400,
      "url_not_public": 400,
      "unknown_event": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "payload_mode_unavailable": 503
    }
  },
  deleteHook: {
    "id": "deleteHook",
    "method": "delete",
    "path": "/hooks/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      204,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  rotateHookSecret: {
    "id": "rotateHookSecret",
    "method": "post",
    "path": "/hooks/{id}/rotate",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "rotation_conflict": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  testHook: {
    "id": "testHook",
    "method": "post",
    "path": "/hooks/{id}/test",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "hook_disabled": 409,
      "https_required": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listHookDeliveries: {
    "id": "listHookDeliveries",
    "method": "get",
    "path": "/hooks/{id}/deliveries",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  redeliverHookDelivery: {
    "id": "redeliverHookDelivery",
    "method": "post",
    "path": "/hooks/{id}/deliveries/{delivery_id}/redeliver",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      409,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "hook_disabled": 409,
      "https_required": 409,
      "delivery_in_progress": 409,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  recoverHook: {
    "id": "recoverHook",
    "method": "post",
    "path": "/hooks/{id}/recover",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "hook_disabled": 409,
      "https_required": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listSandboxes: {
    "id": "listSandboxes",
    "method": "get",
    "path": "/sandboxes",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "live_key_required": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  createSandbox: {
    "id": "createSandbox",
    "method": "post",
    "path": "/sandboxes",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "name",
          "expires_in"
        ]
      }
    ],
    "statuses": [
      201,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "live_key_required": 403,
      "too_many_sandboxes": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  deleteSandbox: {
    "id": "deleteSandbox",
    "method": "delete",
    "path": "/sandboxes/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "live_key_required": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  clearSandbox: {
    "id": "clearSandbox",
    "method": "delete",
    "path": "/sandbox",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      204,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "test_key_required": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listMessages: {
    "id": "listMessages",
    "method": "get",
    "path": "/sandbox/messages",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "test_key_required": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  actAsSigner: {
    "id": "actAsSigner",
    "method": "post",
    "path": "/sandbox/signing-requests/{id}/act",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "do",
          "code",
          "name",
          "email",
          "values",
          "reason"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "test_key_required": 403,
      "not_found": 404,
      "signer_refused": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  getClock: {
    "id": "getClock",
    "method": "get",
    "path": "/sandbox/clock",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "test_key_required": 403,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  moveClock: {
    "id": "moveClock",
    "method": "put",
    "path": "/sandbox/clock",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [
      {
        "at": [],
        "when": "unknown_key",
        "code": "unknown_field",
        "accepted": [
          "advance",
          "now"
        ]
      }
    ],
    "statuses": [
      200,
      400,
      401,
      403,
      409,
      413,
      415,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "unknown_field": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "test_key_required": 403,
      "clock_moving": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  listEvents: {
    "id": "listEvents",
    "method": "get",
    "path": "/events",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      400,
      401,
      403,
      410,
      429,
      500
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "events_expired": 410,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  createDocumentRetired: {
    "id": "createDocumentRetired",
    "method": "post",
    "path": "/documents",
    "authenticated": false,
    "rateLimited": false,
    "scope": null,
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      410
    ],
    "errors": {
      "placement_retired": 410
    }
  },
  createEmbeddedSession: {
    "id": "createEmbeddedSession",
    "method": "post",
    "path": "/embedded/sign-sessions",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": "enterprise",
    "idempotent": false,
    "body": {
      "mediaTypes": [
        "application/json"
      ],
      "required": true,
      "jsonParts": [],
      "listParts": []
    },
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      201,
      400,
      401,
      402,
      403,
      404,
      409,
      413,
      415,
      429,
      500,
      503
    ],
    "errors": {
      "invalid_request": 400,
      "invalid_origin": 400,
      "origin_not_allowed": 400,
      "invalid_key": 401,
      "enterprise-required": 402,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "request_not_signable": 409,
      "payload_too_large": 413,
      "unsupported_media_type": 415,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500,
      "embedding_unavailable": 503
    }
  },
  getEmbeddedSession: {
    "id": "getEmbeddedSession",
    "method": "get",
    "path": "/embedded/sign-sessions/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "read",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  revokeEmbeddedSession: {
    "id": "revokeEmbeddedSession",
    "method": "delete",
    "path": "/embedded/sign-sessions/{id}",
    "authenticated": true,
    "rateLimited": true,
    "scope": "write",
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ],
    "errors": {
      "invalid_key": 401,
      "ip_not_allowed": 403,
      "insufficient_scope": 403,
      "not_found": 404,
      "rate_limited": 429,
      "db_failed": 500,
      "internal_error": 500
    }
  },
  createEmbeddedSessionRetired: {
    "id": "createEmbeddedSessionRetired",
    "method": "post",
    "path": "/embedded/sessions",
    "authenticated": false,
    "rateLimited": false,
    "scope": null,
    "entitlement": null,
    "idempotent": false,
    "body": null,
    "topLevelKeys": null,
    "edgeCodes": [],
    "statuses": [
      410
    ],
    "errors": {
      "embedded_sessions_retired": 410
    }
  },
} as const satisfies Record<OperationId, Operation>

/** Every code of an error body. */
export const errorCodes = {
  "invalid_key": {
    "description": "The bearer token is missing, malformed, unknown or revoked, or limited to `/embedded/*`.",
    "retryable": false,
    "statuses": [
      401
    ]
  },
  "ip_not_allowed": {
    "description": "The key is restricted to other addresses.",
    "retryable": false,
    "statuses": [
      403
    ]
  },
  "db_failed": {
    "description": "The database failed; nothing was changed.",
    "retryable": true,
    "statuses": [
      500
    ]
  },
  "internal_error": {
    "description": "An unexpected failure of the service; find it in the logs by its `X-Request-Id`.",
    "retryable": false,
    "statuses": [
      500
    ]
  },
  "invalid_request": {
    "description": "The body is not valid JSON or fails validation; `meta.path` is its location.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "unknown_signer_field": {
    "description": "A signer has unknown keys.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "unknown_field": {
    "description": "A key that the call does not accept. On PATCH immediately; on the create call from 2026-12-31 (a warning until then).",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "invalid_metadata": {
    "description": "`metadata` is not a flat object within its limits; `problems[]` lists every violation.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "invalid_idempotency_key": {
    "description": "`Idempotency-Key` is not 1 to 255 printable ASCII characters, or was sent twice.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "signer_has_no_anchor": {
    "description": "The PDF has markers, but none for this signer's role.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "duplicate_anchor": {
    "description": "The same marker of kind signature, initial, date or name appears twice on a page for one role.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "placement_retired": {
    "description": "`placement: manual` (400) and every call of `POST /documents` (410) were retired on 2026-07-31.",
    "retryable": false,
    "statuses": [
      400,
      410
    ]
  },
  "unknown_role": {
    "description": "A marker or an explicit field names a role that no signer has.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "https_required": {
    "description": "`callback_url` or `target_url` is not an https address (400); the hook's address is not (409).",
    "retryable": false,
    "statuses": [
      400,
      409
    ]
  },
  "url_not_public": {
    "description": "`callback_url`, `target_url` or `file_url` is or resolves to a private, loopback, link-local or reserved address.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "return_url_not_allowed": {
    "description": "A `return_url` must be https, and its origin registered on the key (`countersign keys create --return-origin`).",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "tier_required": {
    "description": "The workspace's monthly cap of documents is reached; nothing was created.",
    "retryable": false,
    "statuses": [
      402
    ]
  },
  "sms_allowance_exhausted": {
    "description": "The document needs more text messages (codes, invitations by SMS) than remain in this month's allowance; nothing was created or sent.",
    "retryable": false,
    "statuses": [
      402
    ]
  },
  "insufficient_scope": {
    "description": "The scope of the key does not allow this call.",
    "retryable": false,
    "statuses": [
      403
    ]
  },
  "workspace_not_found": {
    "description": "The key's workspace could not be read.",
    "retryable": true,
    "statuses": [
      404
    ]
  },
  "idempotency_in_progress": {
    "description": "A call with the same `Idempotency-Key` is still running; `Retry-After` says when to retry.",
    "retryable": true,
    "statuses": [
      409
    ]
  },
  "file_too_large": {
    "description": "The PDF has more than 26,214,400 bytes.",
    "retryable": false,
    "statuses": [
      413
    ]
  },
  "payload_too_large": {
    "description": "The body without the file has more than 1 MB.",
    "retryable": false,
    "statuses": [
      413
    ]
  },
  "unsupported_media_type": {
    "description": "The body has a media type that the operation does not accept, is unparseable multipart, or the file is not a PDF.",
    "retryable": false,
    "statuses": [
      415
    ]
  },
  "signer_without_signature": {
    "description": "With explicit placement these roles have no signature or initial field.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "placement_failed": {
    "description": "Masking the markers or appending the signature page failed.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "pdf_unsupported": {
    "description": "The PDF cannot be signed safely. `encrypted`: it needs a password, or its encryption is not known; `damaged`: no page can be found;\n`xfa`: a dynamic form; `no_pages`; `too_many_pages`: over 2,000; `too_complex`;\n`reserved_content`: it contains a planted signature placeholder;\n`not_sealable`: before anything is stored, the file is signed and sealed in a trial run with throw-away keys, and that seal\ndid not verify; `error` names the check that failed; `mark_hidden`: in that trial, what a signer writes into a field cannot be seen on screen or in\nprint, since something in the file covers it; `error` names the page; `unreadable_content`: with `placement: anchors`, a page has a filter that cannot be decoded.\n\nA PDF that is already signed or certified is accepted if its signatures stay valid. Else: `no_further_signatures`: they permit no other\n(certified against any change, or all fields locked); `signed_active_content`: it holds content that would have to be removed;\n`signed_markers`: it has markers, which would have to be masked; `signed_append`: a signature page would have to be appended, as with\n`auto_append` and with `anchors` without markers; `already_signed`: anything else that would have to be changed, e.g. it is encrypted,\nor its cross-reference is damaged.\n",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "file_fetch_failed": {
    "description": "`file_url` could not be fetched; redirects are not followed.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "idempotency_key_reuse": {
    "description": "The same `Idempotency-Key` was used with a different body within 24 hours.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "rate_limited": {
    "description": "The key's window is used up (with RateLimit headers), this signer was reminded in the last 60 seconds, or the hook has used its 10 pings and redeliveries per minute (both without). `Retry-After` says when to call again.\n",
    "retryable": true,
    "statuses": [
      429
    ]
  },
  "storage_failed": {
    "description": "Storing or reading a file failed.",
    "retryable": true,
    "statuses": [
      500
    ]
  },
  "busy": {
    "description": "The server was too busy to process this file. Nothing was created or changed; `Retry-After` says when to call again.",
    "retryable": true,
    "statuses": [
      503
    ]
  },
  "not_found": {
    "description": "The resource does not exist or belongs to another workspace.",
    "retryable": false,
    "statuses": [
      404
    ]
  },
  "invalid_phone": {
    "description": "`phone_e164` is not E.164.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "not_editable": {
    "description": "The phone can be changed only while the request is pending, viewed or queued and no code was verified.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "expired": {
    "description": "The signing request has passed its `expiresAt`.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "invalid_state": {
    "description": "The state of the signing request does not allow this call, or changed during the call.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "email_failed": {
    "description": "The reminder could not be sent.",
    "retryable": false,
    "statuses": [
      502
    ]
  },
  "sms_failed": {
    "description": "The reminder could not be sent by SMS. The sender is not billed for it.",
    "retryable": false,
    "statuses": [
      502
    ]
  },
  "email_not_configured": {
    "description": "No email provider is configured (development only).",
    "retryable": false,
    "statuses": [
      503
    ]
  },
  "not_reassignable": {
    "description": "The request can no longer be given to another person. `value_saved`: the signer has begun to fill it in. `code_sent`: the signer has asked\nfor an SMS code. `cannot_complete`: another signer has declined, expired or been withdrawn.\n`staged`: the document waits for a review; confirm takes other recipients.\n",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "discarded": {
    "description": "The staged document was discarded.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "deleted_by_retention": {
    "description": "The workspace's retention removed the file. Hashes, facts of the seal and the audit trail stay.",
    "retryable": false,
    "statuses": [
      410
    ]
  },
  "range_not_satisfiable": {
    "description": "The range starts beyond the end of the file.",
    "retryable": false,
    "statuses": [
      416
    ]
  },
  "file_damaged": {
    "description": "A stored file of the document is missing, unreadable, or not what was stored. None of its wrong bytes is served, signed or sealed. The\ndocument shows `fileProblem` until the operator has restored the file.\n",
    "retryable": false,
    "statuses": [
      500
    ]
  },
  "not_complete": {
    "description": "There is no sealed file yet.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "not_renewed": {
    "description": "The sealed file has not been renewed; `/signed` is all there is.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "not_sent": {
    "description": "No one was invited to this document, so there is no audit trail.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "no_seal_problem": {
    "description": "Only a document that everybody has signed and that cannot be sealed can be abandoned.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "unknown_recipient_field": {
    "description": "A recipient has a key that the call does not accept.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "conflicting_fields": {
    "description": "`phone_e164` and its deprecated spelling `phone` disagree.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "pinned-slot-mismatch": {
    "description": "A slot that the template pins to an address got another one; `slot` names it.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "enterprise-required": {
    "description": "The call needs the Enterprise entitlement, which the workspace's plan does not include.",
    "retryable": false,
    "statuses": [
      402
    ]
  },
  "not_staged": {
    "description": "The document was sent at once; it was never staged for a review.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "interactive-table-requires-sequential": {
    "description": "A signer enters the rows of a table, and several signers sign in parallel.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "review_expired": {
    "description": "The review window of 14 days is over; the document is discarded.",
    "retryable": false,
    "statuses": [
      410
    ]
  },
  "invalid_recipients": {
    "description": "Recipients cannot be invited like this; `problems[]` lists everything at once.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "template_input_invalid": {
    "description": "In the language that the call names, what was filled in for a signer does not fit; `problems[]` lists every value.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "update_failed": {
    "description": "The edits could not be stored; nothing was changed or sent.",
    "retryable": true,
    "statuses": [
      502
    ]
  },
  "confirm_failed": {
    "description": "The document could not be released; nothing was changed or sent. Call again.",
    "retryable": true,
    "statuses": [
      502
    ]
  },
  "render_failed": {
    "description": "The PDF could not be rendered; nothing was sent.",
    "retryable": true,
    "statuses": [
      502
    ]
  },
  "already_confirmed": {
    "description": "The document was confirmed. Withdraw its signing requests instead.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "discard_failed": {
    "description": "The document could not be discarded; nothing changed. Call again.",
    "retryable": true,
    "statuses": [
      502
    ]
  },
  "nothing_private": {
    "description": "The event has no `private_commitment`, so there is nothing to disclose.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "live_key_required": {
    "description": "The call takes a live key, and the key is that of a sandbox.",
    "retryable": false,
    "statuses": [
      403
    ]
  },
  "field_conflict": {
    "description": "The registry has a field of another kind or type under this key. Use another key.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "template_invalid": {
    "description": "The template cannot be locked; `problems[]` says why.",
    "retryable": false,
    "statuses": [
      422
    ]
  },
  "version_not_found": {
    "description": "The template has no locked version with this number.",
    "retryable": false,
    "statuses": [
      404
    ]
  },
  "missing_recipient": {
    "description": "Slots that are not pinned have no recipient.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "template_unlocked": {
    "description": "The template is a draft or archived; only a locked one can be used, also with `version`.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "not_rendered": {
    "description": "The template has neither a signing slot nor anything that values could be printed into.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "insert_failed": {
    "description": "The staged file could not be stored. `meta.rolled_back` says whether everything created was rolled back; if not, `meta.document_id` names what is left.",
    "retryable": true,
    "statuses": [
      500
    ]
  },
  "review_unavailable": {
    "description": "The deployment cannot stage files.",
    "retryable": false,
    "statuses": [
      503
    ]
  },
  "unknown_event": {
    "description": "`events` contains a name that cannot be subscribed to.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "payload_mode_unavailable": {
    "description": "The deployment cannot send minimal bodies.",
    "retryable": false,
    "statuses": [
      503
    ]
  },
  "rotation_conflict": {
    "description": "Another call rotated the secret at the same time; its secret is live.",
    "retryable": true,
    "statuses": [
      409
    ]
  },
  "hook_disabled": {
    "description": "The hook was disabled or replaced.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "delivery_in_progress": {
    "description": "An attempt of this delivery is in progress; the log shows its outcome within seconds.",
    "retryable": true,
    "statuses": [
      409
    ]
  },
  "too_many_sandboxes": {
    "description": "The workspace has 20 sandboxes.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "test_key_required": {
    "description": "The call is for sandboxes, and the key is live.",
    "retryable": false,
    "statuses": [
      403
    ]
  },
  "signer_refused": {
    "description": "The page of the signer would have refused this.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "clock_moving": {
    "description": "Another call is moving the clock of this sandbox.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "events_expired": {
    "description": "`after` is not an event of the last 30 days, or events that followed it were deleted.",
    "retryable": false,
    "statuses": [
      410
    ]
  },
  "invalid_origin": {
    "description": "`origin` is not a plain https origin; `meta.reason` says what is wrong with it.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "origin_not_allowed": {
    "description": "`origin` is not among the allowed embed origins of this key.",
    "retryable": false,
    "statuses": [
      400
    ]
  },
  "request_not_signable": {
    "description": "Only a pending or viewed request that is not past its expiry can be signed in a frame.",
    "retryable": false,
    "statuses": [
      409
    ]
  },
  "embedding_unavailable": {
    "description": "The database failed while the session was minted; nothing was created.",
    "retryable": true,
    "statuses": [
      503
    ]
  },
  "embedded_sessions_retired": {
    "description": "`POST /embedded/sessions` was retired on 2026-07-31.",
    "retryable": false,
    "statuses": [
      410
    ]
  },
  "method_not_allowed": {
    "description": "The path does not support this method; `Allow` lists those it does.",
    "retryable": false,
    "statuses": [
      405
    ]
  }
} as const

export type ErrorCode = keyof typeof errorCodes
