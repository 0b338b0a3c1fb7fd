import { Button } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _x, sprintf } from '../../ui/i18n.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { startRunRequest } from '../../live/components/environment-requests.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LastingNotice } from '../../ui/notice.tsx';
import { useFocus } from '../../ui/use-focus.ts';
import { useRequest } from '../../live/components/use-request.ts';
import { timeLeft } from '../../live/labels/time.ts';

const SECOND_MS = 1_000;

interface Props {
	environment: EnvironmentSettings;
	refresh: () => Promise< void >;
	onDone: () => void;
}

function nextText( quietPeriodSeconds: number ): string {
	return quietPeriodSeconds === 0
		? __(
				'Publish a change, and the front end is rebuilt immediately.',
				'headless-deploy'
			)
		: sprintf(
				/* translators: %s: a span of time, for example “10 s”. */
				__(
					'Publish a change, and the front end is rebuilt %s later.',
					'headless-deploy'
				),
				timeLeft( quietPeriodSeconds * SECOND_MS )
			);
}

interface ButtonsProps extends Props {
	/** Whether a first purge is the next step; otherwise publishing is. */
	isPurgeNext: boolean;
	onPurged: () => void;
}

function Buttons( props: ButtonsProps ) {
	const { environment, refresh, onDone, isPurgeNext, onPurged } = props;
	const { busy, sendRequest } = useRequest( refresh, true );
	return (
		<div className="headless-deploy-buttons">
			{ isPurgeNext ? (
				<ActionButton
					compact
					variant="primary"
					busy={ busy !== null }
					onClick={ () =>
						sendRequest( {
							...startRunRequest( environment, 'purgeCache' ),
							onSuccess: onPurged,
						} )
					}
				>
					{ __( 'Purge Cache once', 'headless-deploy' ) }
				</ActionButton>
			) : (
				<Button variant="primary" size="compact" href="edit.php">
					{ __( 'Open Posts', 'headless-deploy' ) }
				</Button>
			) }
			<ActionButton compact onClick={ onDone }>
				{ isPurgeNext
					? __( 'Later', 'headless-deploy' )
					: _x( 'Done', 'button', 'headless-deploy' ) }
			</ActionButton>
		</div>
	);
}

/** Says that a front end is connected, offers a harmless first run, then invites to publish. */
export function ConnectedNotice( { environment, refresh, onDone }: Props ) {
	const { label, automation, webhook } = environment;
	// The form that had the focus is gone.
	const headlineElement = useFocus< HTMLElement >();
	const headline = sprintf(
		/* translators: %s: name of an environment. */
		__( '%s is connected.', 'headless-deploy' ),
		label
	);
	const [ hasPurged, setHasPurged ] = useState( false );
	const isPurgeNext = webhook.urls.purgeCache !== undefined && ! hasPurged;
	// The button that was pressed is gone.
	useEffect( () => {
		if ( hasPurged ) {
			headlineElement.current?.focus();
		}
	}, [ hasPurged, headlineElement ] );
	return (
		<LastingNotice status="success" spokenMessage="">
			<p>
				<strong ref={ headlineElement } tabIndex={ -1 }>
					{ headline }
				</strong>
				<br />
				{ nextText( automation.quietPeriodSeconds ) }{ ' ' }
				{ isPurgeNext &&
					__(
						'To test the connection, purge the cache once. It takes a second and is harmless.',
						'headless-deploy'
					) }
			</p>
			<Buttons
				{ ...{ environment, refresh, onDone, isPurgeNext } }
				onPurged={ () => setHasPurged( true ) }
			/>
		</LastingNotice>
	);
}
