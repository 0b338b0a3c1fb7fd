import { setTimeout as delay } from 'node:timers/promises';

/** Waits for a time, or until the signal is aborted. Never rejects. */
export function waitFor( ms: number, signal: AbortSignal ): Promise< void > {
	return delay( ms, undefined, { signal } ).catch( () => {} );
}
