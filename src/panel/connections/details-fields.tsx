import { __ } from '../i18n.ts';
import { TextField } from './text-field.tsx';

/** What a person calls an environment, and where its site is seen. */
export interface Details {
	label: string;
	frontEndUrl: string;
}

interface Props {
	details: Details;
	onChange: ( details: Details ) => void;
	/** What is wrong, by the name of the field. */
	errors: Record< string, string >;
	/** Finds the PHP constant that decides a field, null when it is set here. */
	lockOf?: ( field: string ) => string | null;
	/** Whether the first field takes the focus when it appears. */
	focusOnMount?: boolean;
}

/** The fields for name and address. */
export function DetailsFields( props: Props ) {
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
