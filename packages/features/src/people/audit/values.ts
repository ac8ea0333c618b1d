// The actions of the audit trail, which its calls and the address of its screen share.

/** The actions: writes, sign-ins and sign-outs, refusals, and exports. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'run',
  'export',
  'refused',
  'sign_in',
  'sign_in_failed',
  'sign_out',
] as const
