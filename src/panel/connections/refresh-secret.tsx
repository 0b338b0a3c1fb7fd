import { createInterpolateElement, useState } from '@wordpress/element';
import { __ } from '../../ui/i18n.ts';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { ErrorNotice, LastingNotice } from '../../ui/notice.tsx';
import { useFocus } from '../../ui/use-focus.ts';
import { generateRefreshSecret } from '../settings/api.ts';
import { useSave } from '../settings/use-save.ts';
import { CopyLine } from '../../ui/copy.tsx';
import { lacksSecret } from './refresh-form.tsx';

interface NewSecretProps {
	secret: string;
	onDone: () => void;
}

/** Shows a new secret, the only time that it can be read, and where it belongs. */
export function NewSecret( { secret, onDone }: NewSecretProps ) {
	// The form or the dialog that had the focus is gone.
	const headline = useFocus< HTMLElement >();
	return (
		<LastingNotice status="success" spokenMessage="">
			<p>
				<strong ref={ headline } tabIndex={ -1 }>
					{ __(
						'Copy the secret now. It is not shown again.',
						'headless-deploy'
					) }
				</strong>
				<br />
				{ createInterpolateElement(
					__(
						'Set it as the environment variable <variable /> of the front end, and deploy the front end. Then send a test request.',
						'headless-deploy'
					),
					{
						variable: (
							<code dir="ltr">
								HEADLESS_DEPLOY_REFRESH_SECRET
							</code>
						),
					}
				) }
			</p>
			<CopyLine line={ secret } />
			<div className="headless-deploy-buttons headless-deploy-alternative">
				<ActionButton compact onClick={ onDone }>
					{ __( 'I have stored it', 'headless-deploy' ) }
				</ActionButton>
			</div>
		</LastingNotice>
	);
}

interface SecretButtonProps {
	environment: EnvironmentSettings;
	onUpdate: ( updated: EnvironmentSettings ) => void;
	onSecret: ( secret: string ) => void;
}

function useGenerate( props: SecretButtonProps ) {
	const { environment, onUpdate, onSecret } = props;
	const { save, ...saving } = useSave();
	const newer = saving.error?.isConflict
		? saving.error.data.environment
		: undefined;
	const generate = () =>
		save( async () => {
			const generated = await generateRefreshSecret(
				environment.id,
				( newer ?? environment ).etag
			);
			onUpdate( generated.environment );
			onSecret( generated.secret );
		} );
	return { ...saving, generate };
}

/** A button that generates a secret; it asks first if one is in use. */
export function SecretButton( props: SecretButtonProps ) {
	const { busy, error, forget, generate } = useGenerate( props );
	const [ asking, setAsking ] = useState( false );
	const confirm = async () => {
		if ( await generate() ) {
			setAsking( false );
		}
	};
	if ( lacksSecret( props.environment ) ) {
		return (
			<>
				<ActionButton
					variant="primary"
					busy={ busy }
					onClick={ () => void generate() }
				>
					{ __( 'Generate the secret', 'headless-deploy' ) }
				</ActionButton>
				{ error && <ErrorNotice error={ error.message } /> }
			</>
		);
	}
	return (
		<>
			<ActionButton
				variant="tertiary"
				onClick={ () => setAsking( true ) }
			>
				{ __( 'Generate a new secret', 'headless-deploy' ) }
			</ActionButton>
			{ asking && (
				<ConfirmModal
					title={ __( 'Generate a new secret?', 'headless-deploy' ) }
					verb={ __( 'Generate a new secret', 'headless-deploy' ) }
					busy={ busy }
					onConfirm={ () => void confirm() }
					onCancel={ () => {
						forget();
						setAsking( false );
					} }
				>
					<p>
						{ __(
							'Store the new secret in the front end within seven days. Until the front end accepts it, requests are signed with both secrets.',
							'headless-deploy'
						) }
					</p>
					{ error && <ErrorNotice error={ error.message } /> }
				</ConfirmModal>
			) }
		</>
	);
}
