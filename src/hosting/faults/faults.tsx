import { useState } from '@wordpress/element';
import type { FaultRule } from '../../shared/platform-api.generated.ts';
import { useHostGet } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { ActionButton } from '../components/action-button.tsx';
import { ChangeButton } from '../components/change-button.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { ReadOnly } from '../components/read-only.tsx';
import { Status } from '../components/status.tsx';
import { TableBox } from '../components/table.tsx';
import { __ } from '../i18n.ts';
import { EMPTY_DRAFT, FaultForm } from './fault-form.tsx';
import type { FaultDraft } from './fault-form.tsx';
import { effectLabel, matchLabel, usedLabel } from './fault-labels.ts';

/** Common faults of webhooks. */
function presets(): FaultDraft[] {
	const given: Partial< FaultDraft >[] = [
		{
			name: __( 'Too many requests', 'headless-deploy' ),
			status: '429',
			retryAfterSeconds: '30',
		},
		{ name: __( 'Server error', 'headless-deploy' ), status: '500' },
		{ name: __( 'Unavailable', 'headless-deploy' ) },
		{ name: __( 'Token rejected', 'headless-deploy' ), status: '403' },
		{
			name: __( 'Slow response', 'headless-deploy' ),
			kind: 'none',
			latencyMs: '5000',
		},
		{ name: __( 'Connection closed', 'headless-deploy' ), kind: 'drop' },
		{ name: __( 'Connection reset', 'headless-deploy' ), kind: 'reset' },
		{ name: __( 'Half a response', 'headless-deploy' ), kind: 'truncate' },
		{ name: __( 'Byte by byte', 'headless-deploy' ), kind: 'drip' },
		{ name: __( 'Endless response', 'headless-deploy' ), kind: 'endless' },
	];
	return given.map( ( values ) => ( {
		...EMPTY_DRAFT,
		path: '/wh/v1/*',
		method: 'POST',
		...values,
	} ) );
}

function Actions( { id, name, isOn }: FaultRule ) {
	const button = { variant: 'link', about: name } as const;
	const params = { path: { fault: id } };
	return (
		<>
			<ChangeButton
				{ ...button }
				change={ ( client ) =>
					client.PATCH( '/_local/faults/{fault}', {
						params,
						body: { isOn: ! isOn },
					} )
				}
				done={
					isOn
						? __( 'Rule turned off.', 'headless-deploy' )
						: __(
								'Rule turned on. Its counter starts at 0.',
								'headless-deploy'
							)
				}
			>
				{ isOn
					? __( 'Turn off', 'headless-deploy' )
					: __( 'Turn on', 'headless-deploy' ) }
			</ChangeButton>
			{ ! isOn && (
				<ChangeButton
					{ ...button }
					change={ ( client ) =>
						client.DELETE( '/_local/faults/{fault}', { params } )
					}
					done={ __( 'Rule deleted.', 'headless-deploy' ) }
				>
					{ __( 'Delete', 'headless-deploy' ) }
				</ChangeButton>
			) }
		</>
	);
}

function RuleStatus( { isOn }: FaultRule ) {
	return (
		<Status
			status={
				isOn
					? {
							word: __( 'On', 'headless-deploy' ),
							icon: 'warning',
							tone: 'warning',
						}
					: {
							word: __( 'Off', 'headless-deploy' ),
							icon: 'nothing',
							tone: 'quiet',
						}
			}
		/>
	);
}

function Rules( { rules }: { rules: readonly FaultRule[] } ) {
	const mayChange = useMayWritePlatform();
	const actions = {
		title: __( 'Actions', 'headless-deploy' ),
		isActions: true,
		render: Actions,
	};
	return (
		<TableBox
			caption={ __( 'Fault rules', 'headless-deploy' ) }
			rows={ rules }
			empty={ __(
				'No rules. The platform responds normally.',
				'headless-deploy'
			) }
			keyOf={ ( { id } ) => id }
			columns={ [
				{
					title: __( 'Rule', 'headless-deploy' ),
					render: ( rule ) => (
						<div>
							{ rule.name }
							<p className="hd-hint">{ matchLabel( rule ) }</p>
						</div>
					),
				},
				{
					title: __( 'What happens', 'headless-deploy' ),
					render: effectLabel,
				},
				{
					title: __( 'Used', 'headless-deploy' ),
					render: usedLabel,
				},
				{
					title: __( 'Status', 'headless-deploy' ),
					render: RuleStatus,
				},
				...( mayChange ? [ actions ] : [] ),
			] }
		/>
	);
}

function Presets( { onChoose }: { onChoose: ( draft: FaultDraft ) => void } ) {
	return (
		<section className="hd-section">
			<div className="hd-section__head">
				<h2>
					{ __( 'Start from a common fault', 'headless-deploy' ) }
				</h2>
			</div>
			<ul className="hd-buttons hd-presets">
				{ presets().map( ( draft ) => (
					<li key={ draft.name }>
						<ActionButton
							compact
							onClick={ () => onChoose( draft ) }
						>
							{ draft.kind === 'status'
								? `${ draft.name } (${ draft.status })`
								: draft.name }
						</ActionButton>
					</li>
				) ) }
			</ul>
		</section>
	);
}

/** The rules that make the platform respond wrongly on purpose. */
export function Faults() {
	const mayChange = useMayWritePlatform();
	const [ draft, setDraft ] = useState< FaultDraft | null >( null );
	// The form starts from its draft each time it is opened.
	const [ openings, setOpenings ] = useState( 0 );
	const query = useHostGet( '/_local/faults', [ 'faults' ] );
	const openForm = ( start: FaultDraft ) => {
		setDraft( start );
		setOpenings( openings + 1 );
	};
	const hasRuleOn = query.data?.rules.some( ( { isOn } ) => isOn ) ?? false;
	return (
		<Page
			title={ __( 'Faults', 'headless-deploy' ) }
			buttons={
				mayChange && (
					<>
						{ hasRuleOn && (
							<ChangeButton
								change={ ( client ) =>
									client.PATCH( '/_local/faults', {
										body: { isOn: false },
									} )
								}
								done={ __(
									'All rules turned off. The platform responds normally.',
									'headless-deploy'
								) }
							>
								{ __( 'Turn all off', 'headless-deploy' ) }
							</ChangeButton>
						) }
						<ActionButton
							variant="primary"
							onClick={ () => openForm( EMPTY_DRAFT ) }
						>
							{ __( 'Add a rule', 'headless-deploy' ) }
						</ActionButton>
					</>
				)
			}
		>
			<p className="hd-lead">
				{ __(
					'Rules make the API respond wrongly on purpose, to test a client. The first matching rule applies.',
					'headless-deploy'
				) }
			</p>
			<Loaded query={ query }>
				{ ( { rules } ) => <Rules rules={ rules } /> }
			</Loaded>
			{ mayChange ? <Presets onChoose={ openForm } /> : <ReadOnly /> }
			{ draft && (
				<FaultForm
					key={ openings }
					start={ draft }
					onClose={ () => setDraft( null ) }
				/>
			) }
		</Page>
	);
}
