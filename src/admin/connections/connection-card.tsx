import { Card, CardBody, CardHeader, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type {
	EnvironmentSettings,
	EnvironmentStatus,
} from '../../shared/wire.ts';
import { CopyNotice } from '../parts/copy-notice.tsx';
import { type Press, usePress } from '../parts/use-press.ts';
import { ConnectionButtons, type Mode } from './connection-buttons.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { DetailsForm } from './details-form.tsx';
import { RemoveModal } from './remove-modal.tsx';
import { pauseReasonOf, Standing, troubleInWords } from './standing.tsx';
import { TokenForm } from './token-form.tsx';

interface Props {
	environment: EnvironmentSettings;
	/** Whether the form for a new token is open from the start. */
	replacing: boolean;
	/** Its state, null while that is not known. */
	status: EnvironmentStatus | null;
	/** Asks for the state that a press led to. */
	refresh: () => Promise< void >;
	onFresh: ( fresh: EnvironmentSettings ) => void;
	onRemoved: () => void;
	/** Called when what is shown turned out to be old. */
	onStale: () => void;
}

function LockedNotice( { by }: { by: string } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="info"
			isDismissible={ false }
			spokenMessage=""
		>
			{ sprintf(
				/* translators: %s: name of a PHP constant. */
				__(
					'Set in wp-config.php by %s. Change it there.',
					'headless-deploy'
				),
				by
			) }
		</Notice>
	);
}

interface FormProps extends Pick< Props, 'environment' | 'onFresh' > {
	mode: Mode;
	close: () => void;
}

function Form( props: FormProps ) {
	const { mode, environment, onFresh, close } = props;
	return mode === 'token' ? (
		<TokenForm
			environment={ environment }
			onFresh={ onFresh }
			onDone={ close }
		/>
	) : (
		<DetailsForm
			environment={ environment }
			submitLabel={ __( 'Save', 'headless-deploy' ) }
			onFresh={ onFresh }
			onDone={ close }
			onCancel={ close }
		/>
	);
}

/**
 * The form that is open, and the one that was closed just now.
 * @param first
 */
function useMode( first: Mode | null ) {
	const [ mode, setMode ] = useState( first );
	const [ closed, setClosed ] = useState< Mode | null >( null );
	const close = () => {
		setClosed( mode );
		setMode( null );
	};
	return { mode, closed, open: setMode, close };
}

/**
 * What is known of a connection.
 * @param props
 */
function Known( props: Pick< Props, 'environment' > & { facts: boolean } ) {
	const { lockedBy, webhook } = props.environment;
	const locked = lockedBy ?? webhook.lockedBy;
	return (
		<>
			{ locked !== null && <LockedNotice by={ locked } /> }
			{ props.facts && (
				<ConnectionFacts environment={ props.environment } />
			) }
		</>
	);
}

/**
 * Shows one connection, and lets an administrator change it.
 *
 * @param props See Props.
 */
export function ConnectionCard( props: Props ) {
	const { environment, status, onFresh, onRemoved, onStale } = props;
	const mayOpen = environment.webhook.lockedBy === null;
	const { mode, closed, open, close } = useMode(
		props.replacing && mayOpen ? 'token' : null
	);
	const [ removing, setRemoving ] = useState( false );
	const { busy, press } = usePress( props.refresh, true );
	const pressing = { busy, press: ( what: Press ) => void press( what ) };
	const known = { environment, status };
	const paused = pauseReasonOf( known );
	return (
		<Card size="small">
			<CardHeader>
				<h2>
					<bdi>{ environment.label }</bdi>
				</h2>
				<Standing { ...known } />
			</CardHeader>
			<CardBody className="headless-deploy-connection">
				<Known
					environment={ environment }
					facts={ mode !== 'details' }
				/>
				{ paused === 'copy' && status !== null && (
					<CopyNotice
						{ ...pressing }
						environment={ status }
						onFresh={ onFresh }
					/>
				) }
				{ mode !== null && (
					<Form
						mode={ mode }
						environment={ environment }
						onFresh={ onFresh }
						close={ close }
					/>
				) }
			</CardBody>
			{ mode === null && (
				<ConnectionButtons
					{ ...{ environment, paused, closed, onFresh } }
					{ ...pressing }
					isRefused={ troubleInWords( known ) !== '' }
					onOpen={ open }
					onRemove={ () => setRemoving( true ) }
				/>
			) }
			{ removing && (
				<RemoveModal
					environment={ environment }
					onRemoved={ onRemoved }
					onStale={ onStale }
					onCancel={ () => setRemoving( false ) }
				/>
			) }
		</Card>
	);
}
