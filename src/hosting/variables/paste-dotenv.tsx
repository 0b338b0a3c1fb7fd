import { HostFormDialog } from '../client/changes.tsx';
import { readDotenv } from '../../platform-client/dotenv.ts';
import type { Dotenv } from '../../platform-client/dotenv.ts';
import type { PlatformClient } from '../../platform-client/platform-client.ts';
import { PlatformError } from '../../platform-client/platform-error.ts';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { CodeField } from '../../ui/fields.tsx';
import { __, sprintf } from '../../ui/i18n.ts';

export type Variables = Dotenv[ 'variables' ];

/** @throws PlatformError with each invalid line. */
function variablesOf( file: string ): Variables {
	const { variables, problems } = readDotenv( file );
	if ( variables.length > 0 && problems.length === 0 ) {
		return variables;
	}
	const empty = __(
		'The file has no variables. Write KEY=value on a line.',
		'headless-deploy'
	);
	/* translators: 1: line number, 2: what is wrong with the line. */
	const text = __( 'Line %1$d: %2$s', 'headless-deploy' );
	const reasons = problems.map( ( { line, message } ) =>
		sprintf( text, line, message )
	);
	throw new PlatformError(
		[
			__( 'No variable was set.', 'headless-deploy' ),
			...( reasons.length > 0 ? reasons : [ empty ] ),
		].join( '\n' ),
		0,
		'file'
	);
}

interface Props {
	verb: string;
	/** What happens with the variables. @default nothing to say */
	hint?: string;
	/** What else is done with the variables. */
	change?: ( client: PlatformClient, variables: Variables ) => unknown;
	onDone: ( variables: Variables ) => void;
}

/** Reads a .env file: all of its variables, or none if a line is invalid. */
export function PasteDotenv( { verb, hint = '', change, onDone }: Props ) {
	const title = __( 'Paste a .env file', 'headless-deploy' );
	const format = __(
		'One KEY=value per line. Comments, quotes and “export” are allowed.',
		'headless-deploy'
	);
	return (
		<DialogButton compact label={ title }>
			{ ( onClose ) => (
				<HostFormDialog
					title={ title }
					values={ { file: '' } }
					change={ async ( client, { file } ) => {
						const variables = variablesOf( file );
						await change?.( client, variables );
						return { data: variables };
					} }
					verb={ verb }
					onDone={ onDone }
					onClose={ onClose }
				>
					{ ( { field } ) => (
						<CodeField
							{ ...field( 'file' ) }
							label={ __( 'File', 'headless-deploy' ) }
							hint={ `${ format } ${ hint }` }
							rows={ 10 }
						/>
					) }
				</HostFormDialog>
			) }
		</DialogButton>
	);
}
