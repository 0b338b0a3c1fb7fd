import type { Answer } from '../../shared/platform-api.generated.ts';
import { Box } from '../components/box.tsx';
import { Table } from '../components/table.tsx';
import { __ } from '../i18n.ts';

type PlatformVariable =
	Answer< 'readVariables' >[ 'platformVariables' ][ number ];

function phaseLabel( phase: PlatformVariable[ 'phase' ] ): string {
	return {
		build: __( 'Build only', 'headless-deploy' ),
		run: __( 'Run only', 'headless-deploy' ),
		both: __( 'Build and run', 'headless-deploy' ),
	}[ phase ];
}

/** What a value is that only the build knows. */
function unknownValue( key: string ): string {
	switch ( key ) {
		case 'PORT':
			return __( 'a free port', 'headless-deploy' );
		case 'HEADLESS_METADATA_BUILD_ID':
			return __( 'the ID of the build', 'headless-deploy' );
		default:
			return __( 'the linked install has no URL', 'headless-deploy' );
	}
}

interface ValueProps {
	variable: PlatformVariable;
	isReplaced: boolean;
}

function Value( { variable: { key, value }, isReplaced }: ValueProps ) {
	if ( value !== null && ! isReplaced ) {
		return <code>{ value }</code>;
	}
	return (
		<span className="hd-muted">
			{ isReplaced
				? __( 'yours, from above', 'headless-deploy' )
				: unknownValue( key ) }
		</span>
	);
}

interface Props {
	variables: readonly PlatformVariable[];
	/** The keys of the user’s variables. */
	ownKeys: readonly string[];
}

/** What the platform sets itself. */
export function PlatformVariables( { variables, ownKeys }: Props ) {
	return (
		<Box isFlush title={ __( 'Set by the platform', 'headless-deploy' ) }>
			<Table
				caption={ __( 'Set by the platform', 'headless-deploy' ) }
				rows={ variables }
				keyOf={ ( { key } ) => key }
				columns={ [
					{
						title: __( 'Key', 'headless-deploy' ),
						render: ( { key } ) => <code>{ key }</code>,
					},
					{
						title: __( 'Value', 'headless-deploy' ),
						render: ( variable ) => (
							<Value
								variable={ variable }
								isReplaced={
									variable.isDefault &&
									ownKeys.includes( variable.key )
								}
							/>
						),
					},
					{
						title: __( 'When', 'headless-deploy' ),
						render: ( { phase } ) => phaseLabel( phase ),
					},
				] }
			/>
		</Box>
	);
}
