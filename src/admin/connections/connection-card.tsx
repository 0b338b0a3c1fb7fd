import {
	Card,
	CardBody,
	CardFooter,
	CardHeader,
	Notice,
} from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type { Delivery, EnvironmentSettings } from '../../shared/wire.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { ConnectionFacts } from './connection-facts.tsx';
import { DetailsForm } from './details-form.tsx';
import { RemoveModal } from './remove-modal.tsx';
import { Standing } from './standing.tsx';
import { TokenForm } from './token-form.tsx';

/** The form that is open. */
type Mode = 'token' | 'details';

interface Props {
	environment: EnvironmentSettings;
	/** Whether the form for a new token is open from the start. */
	replacing: boolean;
	/** What was sent last with this very webhook, if anything. */
	last: Delivery | null;
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

interface ButtonsProps {
	/** The form that was closed just now: the button that opened it takes the focus back. */
	closed: Mode | null;
	onOpen: ( mode: Mode ) => void;
	onRemove: () => void;
}

function Buttons( { closed, onOpen, onRemove }: ButtonsProps ) {
	return (
		<CardFooter className="headless-deploy-buttons" justify="flex-start">
			<ActionButton
				focus={ closed === 'token' }
				onClick={ () => onOpen( 'token' ) }
			>
				{ __( 'Replace the token', 'headless-deploy' ) }
			</ActionButton>
			<ActionButton
				variant="tertiary"
				focus={ closed === 'details' }
				onClick={ () => onOpen( 'details' ) }
			>
				{ __( 'Edit', 'headless-deploy' ) }
			</ActionButton>
			<span className="headless-deploy-push" />
			<ActionButton variant="tertiary" isDestructive onClick={ onRemove }>
				{ __( 'Remove', 'headless-deploy' ) }
			</ActionButton>
		</CardFooter>
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
 * Shows one connection, and lets an administrator change it.
 *
 * @param props See Props.
 */
export function ConnectionCard( props: Props ) {
	const { environment, replacing, onRemoved, onStale } = props;
	const [ mode, setMode ] = useState< Mode | null >(
		replacing ? 'token' : null
	);
	const [ closed, setClosed ] = useState< Mode | null >( null );
	const [ removing, setRemoving ] = useState( false );
	const { lockedBy } = environment.webhook;
	const close = () => {
		setClosed( mode );
		setMode( null );
	};
	return (
		<Card size="small">
			<CardHeader>
				<h2>
					<bdi>{ environment.label }</bdi>
				</h2>
				<Standing environment={ environment } last={ props.last } />
			</CardHeader>
			<CardBody>
				{ lockedBy !== null && <LockedNotice by={ lockedBy } /> }
				{ mode !== 'details' && (
					<ConnectionFacts environment={ environment } />
				) }
				{ mode !== null && (
					<Form
						mode={ mode }
						environment={ environment }
						onFresh={ props.onFresh }
						close={ close }
					/>
				) }
			</CardBody>
			{ lockedBy === null && mode === null && (
				<Buttons
					closed={ closed }
					onOpen={ setMode }
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
