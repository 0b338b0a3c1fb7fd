import type {
	EnvironmentSettings,
	EnvironmentStatus,
} from '../../shared/wire.ts';
import { ACTIONS } from '../../shared/actions.ts';
import { createInterpolateElement } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import { sentences } from '../labels/sentences.ts';
import { clockTime } from '../labels/time.ts';
import { useSiteTime } from '../settings/site-time.ts';
import { connectionProblemOf } from './connection-status.ts';

interface Props {
	environment: EnvironmentSettings;
	/** Null while it is unknown. */
	status: EnvironmentStatus | null;
}

/** The masked token: “••••x9Q=”; empty if the URL has none. */
function maskOf( environment: EnvironmentSettings ): string {
	const { urls } = environment.webhook;
	const url = ACTIONS.map( ( action ) => urls[ action ] ).find( Boolean );
	return /[?&]token=(••••[^&#]*)/.exec( url ?? '' )?.[ 1 ] ?? '';
}

function rejectedText( since: string, hasToken: boolean ): string {
	if ( ! hasToken ) {
		return __(
			'The host rejects the webhook URL. The webhook was probably deleted or replaced in the portal.',
			'headless-deploy'
		);
	}
	return since === ''
		? __(
				'The host rejects the token <token />. It was probably regenerated in the portal, so earlier URLs no longer work.',
				'headless-deploy'
			)
		: sprintf(
				/* translators: %s: a time, for example “13:58”. <token /> stands for the end of the token; keep it as it is. */
				__(
					'The host has rejected the token <token /> since %s. It was probably regenerated in the portal, so earlier URLs no longer work.',
					'headless-deploy'
				),
				since
			);
}

/** Says why a new webhook URL is needed, or since when a user's pause lasts. */
export function ProblemText( props: Props ) {
	const { environment, status } = props;
	const { nowMs, timeZone } = useSiteTime();
	const problem = connectionProblemOf( props );
	const { since = null } = ( status ?? environment ).paused ?? {};
	switch ( problem ) {
		case 'token':
			return (
				<p>
					{ createInterpolateElement(
						rejectedText(
							since === null
								? ''
								: clockTime( since, nowMs(), timeZone ),
							maskOf( environment ) !== ''
						),
						{
							token: (
								<code dir="ltr">{ maskOf( environment ) }</code>
							),
						}
					) }
				</p>
			);
		case 'key':
		case 'webhook':
			return status?.problem ? (
				<p>{ sentences( status.problem.message, status.remedy ) }</p>
			) : null;
		default:
			return status?.paused?.reason === 'person' ? (
				<p>{ status.detail.text }</p>
			) : null;
	}
}
