import { __ } from '../i18n.ts';
import type {
	Delivery,
	EnvironmentStatus,
	PauseReason,
} from '../../shared/wire.ts';
import { isBuildCanceled, needsNewUrl } from './failure.ts';

/** What went wrong with a run, or was odd about its success. */
export interface Trouble {
	/** An error code of docs/error-codes.md. */
	errorCode: string;
	/** What to tell a person, and what to do. */
	message: string;
	/** The host's own words, for those who may see them; else empty. */
	hostSays: string;
	/** The run that was given up and can be sent again, null while it is tried again by itself. */
	failed: Delivery | null;
	/** Whether it is over and did not succeed; otherwise it goes on, or succeeded oddly. */
	isFailure: boolean;
}

/** Of these no run can be tried, so that what was wrong with an earlier try helps nobody. */
const SILENT: readonly ( PauseReason | undefined )[] = [
	'copy',
	'disabled',
	'constant',
	'no_curl',
];

function troubleOfDelivery( delivery: Delivery ): Trouble {
	const { build, response, state, outcome } = delivery;
	const hostSays = outcome === 'failed' ? build?.message : response?.message;
	return {
		errorCode: delivery.errorCode,
		message: delivery.message,
		hostSays: hostSays ?? '',
		failed: state === 'failed' ? delivery : null,
		isFailure: state === 'failed' || outcome === 'failed',
	};
}

/**
 * Finds what is wrong with the connection itself, whether a run waits for it or not.
 * @param reason
 */
function troubleOfPause( reason: PauseReason | undefined ): Trouble | null {
	const found = { hostSays: '', failed: null, isFailure: false };
	if ( reason === 'token' ) {
		const message = __(
			'The host no longer accepts the token. Copy a new webhook URL in its portal and paste it under Connections.',
			'headless-deploy'
		);
		return {
			...found,
			errorCode: 'headless_deploy_token_refused',
			message,
		};
	}
	if ( reason === 'key' ) {
		const message = __(
			'The encryption key is another than when the webhook URL was pasted. Paste it again under Connections.',
			'headless-deploy'
		);
		return { ...found, errorCode: 'headless_deploy_key_lost', message };
	}
	return null;
}

/**
 * Finds what is wrong with an environment's runs: the one that is tried again, or what pauses it, or else the last one
 * that was given up and not made up for. Null when all is well.
 *
 * @param environment The environment.
 */
export function troubleOf( environment: EnvironmentStatus ): Trouble | null {
	const { state, last, pending, paused } = environment;
	if ( SILENT.includes( paused?.reason ) ) {
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
		? troubleOfDelivery( last )
		: troubleOfPause( paused?.reason );
}

/**
 * Finds how loud a notice is: what somebody canceled on purpose is no error.
 *
 * @param trouble           What is wrong.
 * @param trouble.errorCode
 * @param trouble.isFailure
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
 * Says what is wrong, and who can mend it when that is somebody else.
 *
 * @param trouble What is wrong.
 * @param mends   Whether the reader may paste a new webhook URL.
 */
export function troubleInWords( trouble: Trouble, mends: boolean ): string {
	return mends || ! needsNewUrl( trouble )
		? trouble.message
		: `${ trouble.message } ${ __(
				'An administrator of this site can do that.',
				'headless-deploy'
			) }`;
}
