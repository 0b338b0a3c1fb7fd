import { Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
import type { FormEvent } from 'react';
import type { EnvironmentSettings } from '../../shared/wire.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { FormButtons } from './form-buttons.tsx';
import { TextField } from './text-field.tsx';
import { useEnvironmentSave } from './use-environment-save.ts';

interface Props {
	environment: EnvironmentSettings;
	/** The verb of the button. */
	submitLabel: string;
	/** Takes the server's fresh version, also when it is somebody else's. */
	onFresh: ( fresh: EnvironmentSettings ) => void;
	onDone: () => void;
	cancelLabel?: string;
	onCancel: () => void;
}

/**
 * Changes the name and the front-end address of an environment.
 *
 * @param props
 * @param props.environment
 * @param props.submitLabel
 * @param props.onFresh
 * @param props.onDone
 * @param props.cancelLabel
 * @param props.onCancel
 */
export function DetailsForm( {
	environment,
	submitLabel,
	onFresh,
	onDone,
	cancelLabel,
	onCancel,
}: Props ) {
	const [ label, setLabel ] = useState( environment.label );
	const [ frontEndUrl, setFrontEndUrl ] = useState( environment.frontEndUrl );
	const [ isNewerShown, setNewerShown ] = useState( false );
	const { busy, error, save, overwrite, showNewer } = useEnvironmentSave(
		environment,
		/* translators: %s: name of an environment. */
		sprintf( __( '%s was saved.', 'headless-deploy' ), label ),
		onFresh
	);
	useEffect( () => {
		if ( isNewerShown ) {
			setLabel( environment.label );
			setFrontEndUrl( environment.frontEndUrl );
			setNewerShown( false );
		}
	}, [ environment, isNewerShown ] );
	const submit = async (
		event: FormEvent | null,
		put: typeof save = save
	) => {
		event?.preventDefault();
		if ( await put( { label, frontEndUrl } ) ) {
			onDone();
		}
	};
	const fields = error?.fields ?? {};
	const named =
		fields.label !== undefined || fields.frontEndUrl !== undefined;
	return (
		<form onSubmit={ ( event ) => void submit( event ) } noValidate>
			{ error?.conflict && (
				<ConflictNotice
					busy={ busy }
					onShowNewer={ async () => {
						await showNewer();
						setNewerShown( true );
					} }
					onSaveMine={ () => void submit( null, overwrite ) }
				/>
			) }
			{ error && ! error.conflict && ! named && (
				<Notice
					className="headless-deploy-notice"
					status="error"
					isDismissible={ false }
				>
					{ error.message }
				</Notice>
			) }
			<TextField
				focusOnMount
				label={ __( 'Name', 'headless-deploy' ) }
				value={ label }
				onChange={ setLabel }
				error={ fields.label }
				help={ __(
					'Shown to everybody who publishes.',
					'headless-deploy'
				) }
			/>
			<TextField
				isUrl
				label={ __(
					'Address of the front end (optional)',
					'headless-deploy'
				) }
				value={ frontEndUrl }
				onChange={ setFrontEndUrl }
				placeholder="https://"
				error={ fields.frontEndUrl }
				help={ __(
					'For “See it on the site”, and to see when a change is live.',
					'headless-deploy'
				) }
			/>
			<FormButtons
				label={ submitLabel }
				busy={ busy }
				onCancel={ onCancel }
				cancelLabel={ cancelLabel }
			/>
		</form>
	);
}
