import { setTimeout as wait } from 'node:timers/promises';
import type { Supervised } from './supervised.mjs';

const READY_MS = 30_000;
const POLL_MS = 25;

/** Waits until a server is ready. Returns false when it has ended or is not ready in time. */
export async function waitUntilReady(
	server: Supervised,
	isReady: () => Promise< boolean >
): Promise< boolean > {
	let hasEnded = false;
	void server.ended.then( () => ( hasEnded = true ) );
	const deadline = Date.now() + READY_MS;
	while ( ! hasEnded && Date.now() < deadline ) {
		if ( await isReady() ) {
			return true;
		}
		await wait( POLL_MS );
	}
	return false;
}
