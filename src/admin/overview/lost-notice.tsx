import { Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type { Lost } from '../live/status-store.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { clockTime, timeLeft } from '../words/time.ts';

const SECOND_MS = 1_000;

interface Props {
	lost: Lost;
	/** Tells the server's time, also while the page's clock stands still. */
	nowMs: () => number;
	timeZone: string;
	onTry: () => void;
}

/**
 * Says that what is shown is old.
 *
 * @param props
 * @param props.lost
 * @param props.nowMs
 * @param props.timeZone
 * @param props.onTry
 */
export function LostNotice( { lost, nowMs, timeZone, onTry }: Props ) {
	const [ now, setNow ] = useState( nowMs );
	useEffect( () => {
		const timer = setInterval( () => setNow( nowMs() ), SECOND_MS );
		return () => clearInterval( timer );
	}, [ nowMs ] );
	const since = clockTime(
		new Date( lost.sinceMs ).toISOString(),
		now,
		timeZone
	);
	const left = Math.max( 0, lost.nextTryMs - now );
	const headline = sprintf(
		/* translators: %s: a time, for example “14:20”. */
		__( 'No connection to WordPress since %s.', 'headless-deploy' ),
		since
	);
	return (
		<Notice
			className="headless-deploy-notice"
			status="warning"
			isDismissible={ false }
			spokenMessage={ headline }
		>
			<p>
				<strong>{ headline }</strong>{ ' ' }
				{ __(
					'What you see is the state of that time.',
					'headless-deploy'
				) }{ ' ' }
				{ sprintf(
					/* translators: %s: time that is left, for example “12 s”. */
					__( 'Next try in %s.', 'headless-deploy' ),
					timeLeft( left )
				) }
			</p>
			{ lost.message !== '' && <p>{ lost.message }</p> }
			<div className="headless-deploy-buttons">
				<ActionButton compact onClick={ onTry }>
					{ __( 'Try now', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</Notice>
	);
}
