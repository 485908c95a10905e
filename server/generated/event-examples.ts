// Generated from spec/ by scripts/generate.ts. Do not edit.

/** By event name: the fields of a full body besides the envelope. */
export const eventExamples = {
  'signing_request.sent': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "locale": "en",
    "channel": "email",
    "source": "v1_api",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.viewed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.sms_sent': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "phone_masked": "+41*******67",
    "attempt": 1,
    "sms_allowance": {
      "monthly": 1000,
      "used": 17,
      "remaining": 983,
      "resets_at": "2026-11-01T00:00:00.000Z"
    },
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.sms_failed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "reason": "landline",
    "phone_masked": "+41*******67",
    "sms_allowance": {
      "monthly": 1000,
      "used": 17,
      "remaining": 983,
      "resets_at": "2026-11-01T00:00:00.000Z"
    },
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.sms_verified': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "phone_masked": "+41*******67",
    "sms_verified_at": "2026-10-12T09:03:40.000Z",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.signed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.declined': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "reason": "The deposit is too high.",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.withdrawn': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "withdrawn_by": "api",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.expired': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "expired_at": "2026-10-26T08:15:30.000Z",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.email_failed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "reason": "bounced",
    "provider_message": "550 5.1.1 The email account that you tried to reach does not exist.",
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.hand_over_proposed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "proposed": {
      "email": "grace@example.com",
      "name": "Grace Hopper"
    },
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'signing_request.reassigned': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "grace@example.com",
      "name": "Grace Hopper",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "occurred_at": "2026-10-12T09:03:40.000Z",
    "previous": {
      "email": "ada@example.com",
      "name": "Ada Lovelace"
    },
    "reassigned_by": "api",
    "emailed": true,
    "role": "tenant",
    "reference": "cust-17",
    "metadata": {
      "order": "7731"
    }
  },
  'document.completed': {
    "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "signer": {
      "email": "ada@example.com",
      "name": "Ada Lovelace",
      "role": "tenant",
      "slot": null,
      "reference": "cust-17",
      "company": null,
      "job_title": null
    },
    "signed_pdf_url": "https://sign.example.com/v1/documents/0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34/signed",
    "audit_trail_url": "https://sign.example.com/v1/documents/0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34/audit-trail",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "cert_serial": "4f1c2a",
    "tsa_provider": "tsa.example.com",
    "tsa_signed_at": "2026-10-12T09:03:42.000Z",
    "audit_head": {
      "seq": 5,
      "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    },
    "metadata": {
      "order": "7731"
    }
  },
  'document.seal_delayed': {
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "occurred_at": "2026-10-12T09:13:40.000Z",
    "reason": "pades_failed",
    "since": "2026-10-12T09:03:40.000Z",
    "metadata": {
      "order": "7731"
    }
  },
  'document.abandoned': {
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "occurred_at": "2026-10-12T09:13:40.000Z",
    "abandoned_by": "api",
    "metadata": {
      "order": "7731"
    }
  },
  'template_instance.staged': {
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "template_id": "3f7b1c90-8e2d-4a65-b1c4-0d9e8f7a6b52",
    "kind": "esign",
    "template_version": 3,
    "review_url": "https://sign.example.com/review/0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "review_expires_at": "2026-10-26T09:03:40.000Z",
    "source": "v1_api",
    "api_key_id": "6d5c4b3a-2f1e-4d0c-9b8a-7f6e5d4c3b2a",
    "signing_mode": "parallel",
    "recipients": [
      {
        "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
        "slot": 1,
        "email": "ada@example.com",
        "channel": "email"
      }
    ],
    "metadata": null
  },
  'template_instance.confirmed': {
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "template_id": "3f7b1c90-8e2d-4a65-b1c4-0d9e8f7a6b52",
    "kind": "esign",
    "template_version": 3,
    "actor": "api_key",
    "expires_at": "2026-10-26T09:03:40.000Z",
    "recipients": [
      {
        "signing_request_id": "4c2d8e1f-93ab-4b7a-8d55-2f7e9c0a6b18",
        "slot": 1,
        "email": "ada@example.com",
        "channel": "email",
        "status": "pending"
      }
    ],
    "metadata": null
  },
  'template_instance.discarded': {
    "document_id": "0b9f6a52-7d3c-4f0e-9a41-5c8d2e6f1b34",
    "template_id": "3f7b1c90-8e2d-4a65-b1c4-0d9e8f7a6b52",
    "kind": "esign",
    "reason": "expired",
    "actor": "system",
    "metadata": null
  },
} as const
