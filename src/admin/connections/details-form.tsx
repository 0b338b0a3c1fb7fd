import { Notice } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, sprintf } from '../i18n.ts';
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

interface Details {
	label: string;
	frontEndUrl: string;
}

interface FieldsProps {
	details: Details;
	onChange: ( details: Details ) => void;
	/** What is wrong, by the name of the field. */
	errors: Record< string, string >;
}

function Fields( { details, onChange, errors }: FieldsProps ) {
	return (
		<>
			<TextField
				focusOnMount
				label={ __( 'Name', 'headless-deploy' ) }
				value={ details.label }
				onChange={ ( label ) => onChange( { ...details, label } ) }
				error={ errors.label }
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
				value={ details.frontEndUrl }
				onChange={ ( frontEndUrl ) =>
					onChange( { ...details, frontEndUrl } )
				}
				placeholder="https://"
				error={ errors.frontEndUrl }
				help={ __(
					'For “See it on the site”, and to see when a change is live.',
					'headless-deploy'
				) }
			/>
		</>
	);
}

/**
 * Keeps what is typed, until somebody asks for the version that another person saved.
 * @param environment
 */
function useDetails( environment: EnvironmentSettings ) {
	const { label, frontEndUrl } = environment;
	const [ details, setDetails ] = useState( { label, frontEndUrl } );
	const [ isNewerShown, setNewerShown ] = useState( false );
	useEffect( () => {
		if ( isNewerShown ) {
			setDetails( { label, frontEndUrl } );
			setNewerShown( false );
		}
	}, [ label, frontEndUrl, isNewerShown ] );
	return { details, setDetails, takeNewer: () => setNewerShown( true ) };
}

/**
 * What goes wrong with the form as a whole.
 * @param root0
 * @param root0.words
 */
function FormError( { words }: { words: string } ) {
	return (
		<Notice
			className="headless-deploy-notice"
			status="error"
			isDismissible={ false }
		>
			{ words }
		</Notice>
	);
}

/**
 * Changes the name and the front-end address of an environment.
 *
 * @param props See Props.
 */
export function DetailsForm( props: Props ) {
	const { environment, onFresh, onDone, submitLabel } = props;
	const { details, setDetails, takeNewer } = useDetails( environment );
	const { busy, error, save, overwrite, showNewer } = useEnvironmentSave(
		environment,
		( fresh ) =>
			/* translators: %s: name of an environment. */
			sprintf( __( '%s was saved.', 'headless-deploy' ), fresh.label ),
		onFresh
	);
	const submit = async ( put: typeof save ) => {
		if ( await put( details ) ) {
			onDone();
		}
	};
	const errors = error?.fields ?? {};
	const isNamed = Boolean( errors.label || errors.frontEndUrl );
	return (
		<form
			onSubmit={ ( event ) => {
				event.preventDefault();
				void submit( save );
			} }
			noValidate
		>
			{ error?.conflict && (
				<ConflictNotice
					busy={ busy }
					onShowNewer={ async () => {
						await showNewer();
						takeNewer();
					} }
					onSaveMine={ () => void submit( overwrite ) }
				/>
			) }
			{ error && ! error.conflict && ! isNamed && (
				<FormError words={ error.message } />
			) }
			<Fields
				details={ details }
				onChange={ setDetails }
				errors={ errors }
			/>
			<FormButtons
				label={ submitLabel }
				busy={ busy }
				onCancel={ props.onCancel }
				cancelLabel={ props.cancelLabel }
			/>
		</form>
	);
}
