import { useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type { FormEvent } from 'react';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { FormButtons } from './form-buttons.tsx';
import { useEnvironmentSave } from './use-environment-save.ts';
import { WebhookField } from './webhook-field.tsx';

interface Props {
	environment: EnvironmentSettings;
	onFresh: ( fresh: EnvironmentSettings ) => void;
	onDone: () => void;
}

/**
 * Replaces the token of an environment by a newly pasted URL.
 *
 * @param props
 * @param props.environment
 * @param props.onFresh
 * @param props.onDone
 */
export function TokenForm( { environment, onFresh, onDone }: Props ) {
	const [ webhookUrl, setWebhookUrl ] = useState( '' );
	const { busy, error, save, overwrite, showNewer } = useEnvironmentSave(
		environment,
		sprintf(
			/* translators: %s: name of an environment. */
			__( 'The token of %s was replaced.', 'headless-deploy' ),
			environment.label
		),
		onFresh
	);
	const submit = async (
		event: FormEvent | null,
		put: typeof save = save
	) => {
		event?.preventDefault();
		if ( await put( { webhookUrl } ) ) {
			onDone();
		}
	};
	return (
		<form onSubmit={ ( event ) => void submit( event ) } noValidate>
			{ error?.conflict && (
				<ConflictNotice
					busy={ busy }
					onShowNewer={ () => void showNewer() }
					onSaveMine={ () => void submit( null, overwrite ) }
				/>
			) }
			<WebhookField
				focusOnMount
				label={ __( 'New webhook URL', 'headless-deploy' ) }
				value={ webhookUrl }
				onChange={ setWebhookUrl }
				error={ error }
			/>
			<FormButtons
				label={ __( 'Replace the token', 'headless-deploy' ) }
				busy={ busy }
				onCancel={ onDone }
			/>
		</form>
	);
}
