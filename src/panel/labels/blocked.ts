import type { EnvironmentStatus, PauseReason } from '../../shared/wire.ts';

const BLOCKED: readonly PauseReason[] = [
	'copy',
	'disabled',
	'constant',
	'no_curl',
];

/** Tells whether not even a manual run can be sent. */
export function isBlocked( {
	paused,
}: Pick< EnvironmentStatus, 'paused' > ): boolean {
	return paused !== null && BLOCKED.includes( paused.reason );
}
