import { Notice } from '@wordpress/components';
import { PlatformError } from '../../platform-client/platform-error.ts';

interface Props {
	error: Error | null;
	/** Fields of the form, which show their own errors. */
	fields?: readonly string[];
}

/** Shows why a change failed, unless a field of the form shows it. Spoken by Notice. */
export function ErrorNotice( { error, fields = [] }: Props ) {
	const isShownByField =
		error instanceof PlatformError && fields.includes( error.field );
	return error === null || isShownByField ? null : (
		<Notice status="error" isDismissible={ false }>
			{ error.message }
		</Notice>
	);
}
