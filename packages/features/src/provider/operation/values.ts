// The states of a durable task, which calls and the address of the operator’s list share.
import { z } from 'zod'

export const taskStates = z.enum(['waiting', 'running', 'done', 'failed', 'cancelled'])
