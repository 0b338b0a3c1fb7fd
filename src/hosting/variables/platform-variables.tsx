import type { Answer } from '../../shared/platform-api.generated.ts';
import { Box } from '../../ui/box.tsx';
import { Table } from '../../ui/table.tsx';
import { __ } from '../../ui/i18n.ts';

type Variables = Answer< 'readVariables' >;
type PlatformVariable = Variables[ 'platformVariables' ][ number ];

function Phase( { phase }: PlatformVariable ) {
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

/** What the platform sets itself, unless a variable of the user replaces it. */
export function PlatformVariables( {
	platformVariables,
	variables,
}: Variables ) {
	const valueOf = ( { key, value, isDefault }: PlatformVariable ) => {
		const isReplaced =
			isDefault && variables.some( ( own ) => own.key === key );
		const note = isReplaced
			? __( 'yours, from above', 'headless-deploy' )
			: unknownValue( key );
		return value === null || isReplaced ? (
			<span className="hd-muted">{ note }</span>
		) : (
			<code>{ value }</code>
		);
	};
	return (
		<Box isFlush title={ __( 'Set by the platform', 'headless-deploy' ) }>
			<Table
				caption={ __( 'Set by the platform', 'headless-deploy' ) }
				rows={ platformVariables }
				keyOf={ ( { key } ) => key }
				columns={ [
					{
						title: __( 'Key', 'headless-deploy' ),
						render: ( { key } ) => <code>{ key }</code>,
					},
					{
						title: __( 'Value', 'headless-deploy' ),
						render: valueOf,
					},
					{
						title: __( 'When', 'headless-deploy' ),
						render: Phase,
					},
				] }
			/>
		</Box>
	);
}
