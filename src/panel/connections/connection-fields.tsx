import { __ } from '../../ui/i18n.ts';
import { TextField } from '../settings/fields.tsx';
import type { SaveError } from '../settings/use-save.ts';

export interface Details {
	label: string;
	frontEndUrl: string;
}

interface DetailsFieldsProps {
	details: Details;
	onChange: ( details: Details ) => void;
	/** Messages by field. */
	errors: Record< string, string >;
	/** Finds the PHP constant that sets a field; null if the user does. */
	lockOf?: ( field: string ) => string | null;
	/** Whether the first field takes the focus when it appears. */
	focusOnMount?: boolean;
}

export function DetailsFields( props: DetailsFieldsProps ) {
	const { details, onChange, errors, lockOf = () => null } = props;
	const isNameLocked = lockOf( 'label' ) !== null;
	return (
		<>
			<TextField
				focusOnMount={ props.focusOnMount && ! isNameLocked }
				label={ __( 'Name', 'headless-deploy' ) }
				value={ details.label }
				onChange={ ( label ) => onChange( { ...details, label } ) }
				error={ errors.label }
				lockedBy={ lockOf( 'label' ) }
				help={ __(
					'Users who publish see this name.',
					'headless-deploy'
				) }
			/>
			<TextField
				isUrl
				focusOnMount={ props.focusOnMount && isNameLocked }
				label={ __( 'Front-end URL (optional)', 'headless-deploy' ) }
				value={ details.frontEndUrl }
				onChange={ ( frontEndUrl ) =>
					onChange( { ...details, frontEndUrl } )
				}
				placeholder="https://"
				error={ errors.frontEndUrl }
				lockedBy={ lockOf( 'frontEndUrl' ) }
				help={ __(
					'Used for the link “View on the site” and to check when a change is live.',
					'headless-deploy'
				) }
			/>
		</>
	);
}

interface WebhookFieldProps {
	label: string;
	value: string;
	onChange: ( value: string ) => void;
	error: SaveError | null;
	focusOnMount?: boolean;
	/** @default where the URL is found */
	help?: string | undefined;
}

/** The field that a webhook URL is pasted into. */
export function WebhookField( {
	label,
	value,
	onChange,
	error,
	focusOnMount,
	help = __(
		'In the portal under Settings, Webhooks: copy any of the three URLs.',
		'headless-deploy'
	),
}: WebhookFieldProps ) {
	const text =
		error === null || error.isConflict
			? ''
			: ( error.fields.webhookUrl ?? error.message );
	return (
		<TextField
			isUrl
			label={ label }
			value={ value }
			onChange={ onChange }
			placeholder="https://"
			error={ text }
			focusOnMount={ focusOnMount }
			help={ help }
		/>
	);
}
