import { useState } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import type { EnvironmentSettings, WebhookTarget } from '../../shared/wire.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { conflictOf, type Difference } from '../settings/conflict.ts';
import { SavedForm } from '../settings/saved-form.tsx';
import { asError } from '../../ui/form-error.tsx';
import { useTask } from '../../ui/use-task.ts';
import { OtherTargetModal } from './other-target-modal.tsx';
import { recognizeWebhook } from '../settings/api.ts';
import { useEnvironmentSave } from '../settings/use-versioned-save.ts';
import { WebhookField } from './connection-fields.tsx';
import { providerName, isSameTarget, targetText } from './webhook-target.ts';
import { replaceUrlLabel } from '../../live/components/replace-url.ts';

interface Props {
	environment: EnvironmentSettings;
	onUpdate: ( updated: EnvironmentSettings ) => void;
	onDone: () => void;
	/** Whether a user opened the form, so that the field takes the focus. */
	focusOnMount: boolean;
}

function successMessage(
	before: EnvironmentSettings,
	updated: EnvironmentSettings
): string {
	const { label, provider, webhook } = updated;
	const target = webhook.recognized;
	if ( isSameTarget( before.webhook.recognized, target ) ) {
		/* translators: %s: name of an environment. */
		const replaced = __(
			'The webhook URL of %s was replaced.',
			'headless-deploy'
		);
		return sprintf( replaced, label );
	}
	return target.environment === ''
		? sprintf(
				/* translators: 1: name of an environment, 2: name of a host, for example “Vercel”. */
				__( '%1$s is now connected to %2$s.', 'headless-deploy' ),
				label,
				providerName( provider, target.host )
			)
		: sprintf(
				/* translators: 1: name of an environment, 2: for example “storefront of the account acme”, 3: id of an environment. */
				__( '%1$s is now connected to %2$s, %3$s.', 'headless-deploy' ),
				label,
				targetText( target ),
				target.environment
			);
}

/**
 * Returns the target of a pasted URL if it differs from the connected one. Null too if WordPress does not recognize the
 * URL or does not respond: saving then shows the error.
 */
async function otherTarget(
	environment: EnvironmentSettings,
	pasted: string
): Promise< WebhookTarget | null > {
	try {
		const { webhook } = await recognizeWebhook( pasted.trim() );
		return webhook === null ||
			isSameTarget( webhook.target, environment.webhook.recognized )
			? null
			: webhook.target;
	} catch {
		return null;
	}
}

function shownToken( { webhook }: EnvironmentSettings ): string {
	return (
		Object.values( webhook.urls )[ 0 ]?.replace( /^.*(?=••••)/, '' ) ?? ''
	);
}

function newToken(
	environment: EnvironmentSettings,
	newerVersion: EnvironmentSettings
): Difference[] {
	return environment.webhook.connectedAt === newerVersion.webhook.connectedAt
		? []
		: [
				{
					name: __( 'Token', 'headless-deploy' ),
					saved: shownToken( newerVersion ),
					ownValue: null,
				},
			];
}

export function TokenForm( props: Props ) {
	const { environment, onUpdate, onDone } = props;
	const [ webhookUrl, setWebhookUrl ] = useState( '' );
	const { busy: isAsking, run: ask } = useTask( asError );
	const [ other, setOther ] = useState< WebhookTarget | null >( null );
	useUnsavedGuard( webhookUrl !== '' );
	const saving = useEnvironmentSave(
		environment,
		( updated ) => successMessage( environment, updated ),
		onUpdate
	);
	const { busy, error, save, overwrite, showNewer, forget } = saving;
	const conflict = conflictOf( saving, ( newerVersion ) =>
		newToken( environment, newerVersion )
	);
	const submit = async ( put: typeof save ) => {
		setOther( null );
		if ( await put( { webhookUrl } ) ) {
			onDone();
		}
	};
	const paste = ( pasted: string ) => {
		// The error was about another URL.
		forget();
		setWebhookUrl( pasted );
	};
	const confirmOrSubmit = async () => {
		const found = await otherTarget( environment, webhookUrl );
		if ( found === null ) {
			await submit( save );
		} else {
			setOther( found );
		}
	};
	return (
		<>
			<SavedForm
				// The field shows each other error.
				error={ null }
				conflict={ conflict }
				busy={ busy || isAsking }
				label={ replaceUrlLabel() }
				onSave={ () => void ask( confirmOrSubmit ) }
				onShowNewer={ () => showNewer() }
				onSaveMine={ () => void submit( overwrite ) }
				onCancel={ onDone }
			>
				<WebhookField
					focusOnMount={ props.focusOnMount }
					label={ __( 'New webhook URL', 'headless-deploy' ) }
					value={ webhookUrl }
					onChange={ paste }
					error={ error }
					// The default names the buttons of one portal.
					help={
						environment.provider === 'wpe-headless' ? undefined : ''
					}
				/>
			</SavedForm>
			{ other !== null && (
				<OtherTargetModal
					label={ environment.label }
					current={ environment.webhook.recognized }
					pasted={ other }
					onConfirm={ () => void submit( save ) }
					onCancel={ () => setOther( null ) }
				/>
			) }
		</>
	);
}
