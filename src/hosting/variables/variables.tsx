import type { Answer } from '../../shared/platform-api.generated.ts';
import { useHost } from '../client/host.ts';
import type { EnvironmentPath } from '../client/host.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useNotice } from '../../ui/notice-line.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { EnvironmentPage } from '../environments/environment-frame.tsx';
import { __, _n, sprintf } from '../../ui/i18n.ts';
import { PasteDotenv } from './paste-dotenv.tsx';
import type { Variables as NewVariables } from './paste-dotenv.tsx';
import { PlatformVariables } from './platform-variables.tsx';
import {
	AddVariable,
	changeVariables,
	DeleteVariable,
	ReplaceValue,
} from './variable-dialogs.tsx';
import { WaitingLine } from './waiting-line.tsx';

type Variables = Answer< 'readVariables' >;
type Variable = Variables[ 'variables' ][ number ];

const MASK = '••••••••';

interface Props {
	path: EnvironmentPath;
	variables: readonly Variable[];
}

function AddButtons( { path, variables }: Props ) {
	const showNotice = useNotice();
	const showCount = ( { length }: NewVariables ) => {
		/* translators: %d: number of variables. */
		const done = _n(
			'%d variable set. The next build uses it.',
			'%d variables set. The next build uses them.',
			length,
			'headless-deploy'
		);
		showNotice( sprintf( done, length ) );
	};
	return (
		<div className="hd-buttons">
			<PasteDotenv
				verb={ __( 'Set these variables', 'headless-deploy' ) }
				hint={ __(
					'Existing variables get the new value, all others stay. If a line is invalid, no variable is set.',
					'headless-deploy'
				) }
				change={ ( client, set ) =>
					changeVariables( client, path, { set } )
				}
				onDone={ showCount }
			/>
			<AddVariable
				path={ path }
				keys={ variables.map( ( { key } ) => key ) }
			/>
		</div>
	);
}

function Key( { key: name, isReserved }: Variable ) {
	return (
		<>
			<code>{ name }</code>
			{ isReserved && (
				<p className="hd-hint">
					{ __(
						'Not used: the platform sets it',
						'headless-deploy'
					) }
				</p>
			) }
		</>
	);
}

function HiddenValue() {
	return (
		<>
			<span aria-hidden="true">{ MASK }</span>
			<span className="screen-reader-text">
				{ __( 'hidden', 'headless-deploy' ) }
			</span>
		</>
	);
}

function VariableTable( { path, variables }: Props ) {
	const { mayWrite } = useHost();
	const mayChange = mayWrite( path.account );
	return (
		<Table
			caption={ __( 'Your variables', 'headless-deploy' ) }
			rows={ variables }
			keyOf={ ( { key } ) => key }
			columns={ [
				{ title: __( 'Key', 'headless-deploy' ), render: Key },
				{
					title: __( 'Value', 'headless-deploy' ),
					render: HiddenValue,
				},
				{
					title: __( 'Set', 'headless-deploy' ),
					atEnd: true,
					render: ( { setTime } ) => <Time at={ setTime } />,
				},
				{
					title: __( 'Actions', 'headless-deploy' ),
					isActions: true,
					render: ( { key: name } ) =>
						mayChange && (
							<>
								<ReplaceValue path={ path } name={ name } />
								<DeleteVariable path={ path } name={ name } />
							</>
						),
				},
			] }
		/>
	);
}

function OwnVariables( props: Props ) {
	const { mayWrite } = useHost();
	const mayChange = mayWrite( props.path.account );
	const isEmpty = props.variables.length === 0;
	return (
		<>
			<Box
				isFlush={ ! isEmpty }
				title={ __( 'Your variables', 'headless-deploy' ) }
				actions={ mayChange && <AddButtons { ...props } /> }
			>
				{ isEmpty ? (
					<p className="hd-muted">
						{ __( 'No variables.', 'headless-deploy' ) }
					</p>
				) : (
					<VariableTable { ...props } />
				) }
			</Box>
			<p className="hd-hint hd-below">
				{ __(
					'Values can be replaced, but not read, here or in the API. Logs show them as ••••.',
					'headless-deploy'
				) }
			</p>
			{ ! mayChange && <ReadOnly /> }
		</>
	);
}

/** The shell variables of an environment: their keys, never their values. */
export function VariablesScreen( { path }: { path: EnvironmentPath } ) {
	const query = useHostGet(
		'/_local/accounts/{account}/apps/{app}/environments/{environment}/variables',
		[ 'environments', 'builds', 'installs' ],
		{ path }
	);
	return (
		<EnvironmentPage path={ path } tab="variables">
			{ () => (
				<Loaded query={ query }>
					{ ( facts ) => (
						<>
							<WaitingLine path={ path } facts={ facts } />
							<OwnVariables
								path={ path }
								variables={ facts.variables }
							/>
							<PlatformVariables { ...facts } />
						</>
					) }
				</Loaded>
			) }
		</EnvironmentPage>
	);
}
