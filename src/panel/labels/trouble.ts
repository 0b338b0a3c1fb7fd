import { __ } from '../i18n.ts';
import type { Run, EnvironmentStatus, PauseReason } from '../../shared/wire.ts';
import { isBuildCanceled } from './failure.ts';

/** What went wrong with a run, or was odd about its success. */
export interface Trouble {
	/** An error code of docs/error-codes.md. */
	errorCode: string;
	/** What to tell this user, and what to do. */
	message: string;
	/** The same for those who cannot paste a webhook URL, where the server has not worded it for them. */
	others?: string;
	/** The host's own words, for those who may see them; else empty. */
	hostSays: string;
	/** The run that was given up and can be sent again, null while it is tried again by itself. */
	failed: Run | null;
	/** Whether it is over and did not succeed; otherwise it goes on, or succeeded oddly. */
	isFailure: boolean;
}

/** Of these no run can be tried, so that what was wrong with an earlier try helps nobody. */
const SILENT: readonly PauseReason[] = [
	'copy',
	'disabled',
	'constant',
	'no_curl',
];

/**
 * Tells whether nothing at all is sent, not even what a button asks for.
 *
 * @param environment.paused Why automatic runs are paused, if they are.
 */
export function isSilent( {
	paused,
}: Pick< EnvironmentStatus, 'paused' > ): boolean {
	return paused !== null && SILENT.includes( paused.reason );
}

function troubleOfRun( run: Run ): Trouble {
	const { accepted, build, response, status } = run;
	const isBuild = accepted && status === 'failed';
	const hostSays = isBuild ? build?.message : response?.message;
	return {
		errorCode: run.errorCode,
		message: run.message,
		hostSays: hostSays ?? '',
		failed: status === 'failed' && ! accepted ? run : null,
		isFailure: status === 'failed',
	};
}

/**
 * Finds what is wrong with the connection itself, whether a run waits for it or not.
 */
function troubleOfPause( reason: PauseReason | undefined ): Trouble | null {
	const found = { hostSays: '', failed: null, isFailure: false };
	if ( reason === 'token' ) {
		const message = __(
			'The host no longer accepts the webhook URL. Copy a new webhook URL in its portal and paste it under Connections.',
			'headless-deploy'
		);
		return {
			...found,
			errorCode: 'headless_deploy_token_refused',
			message,
			others: __(
				'The host no longer accepts the webhook URL. An administrator sees this and has to fix it.',
				'headless-deploy'
			),
		};
	}
	if ( reason === 'key' ) {
		const message = __(
			'The encryption key is another than when the webhook URL was pasted. Paste it again under Connections.',
			'headless-deploy'
		);
		return {
			...found,
			errorCode: 'headless_deploy_key_lost',
			message,
			others: __(
				'The stored webhook URL cannot be read. An administrator sees this and has to fix it.',
				'headless-deploy'
			),
		};
	}
	return null;
}

/**
 * Finds what is wrong with an environment's runs: the one that is tried again, or what pauses it, or else the last one
 * that was given up and not made up for. Null when all is well.
 */
export function troubleOf( environment: EnvironmentStatus ): Trouble | null {
	const { state, last, pending, paused } = environment;
	if ( isSilent( environment ) ) {
		return null;
	}
	const retrying = pending.find( ( { message } ) => message !== '' );
	if ( retrying !== undefined ) {
		const { errorCode, message } = retrying;
		return {
			errorCode,
			message,
			hostSays: '',
			failed: null,
			isFailure: false,
		};
	}
	const tells = [ 'failed', 'building', 'upToDate' ].includes( state );
	return tells && last !== null && last.message !== ''
		? troubleOfRun( last )
		: troubleOfPause( paused?.reason );
}

/**
 * Finds how loud a notice is: what somebody canceled on purpose is no error.
 */
export function noticeStatus( {
	errorCode,
	isFailure,
}: Trouble ): 'error' | 'warning' {
	return isFailure && ! isBuildCanceled( { errorCode } )
		? 'error'
		: 'warning';
}

/**
 * Says what is wrong, and what this reader can do about it.
 *
 * @param mends Whether the reader may paste a new webhook URL.
 */
export function troubleInWords( trouble: Trouble, mends: boolean ): string {
	return mends ? trouble.message : ( trouble.others ?? trouble.message );
}
