import { HostButton } from '../client/changes.tsx';
import type { FaultRule } from '../../shared/platform-api.generated.ts';
import { useHostGet } from '../client/queries.ts';
import { useMayWritePlatform } from '../client/session.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnly } from '../../ui/read-only.tsx';
import { Status } from '../../ui/status.tsx';
import { TableBox } from '../../ui/table.tsx';
import { __ } from '../../ui/i18n.ts';
import { FaultForm } from './fault-form.tsx';
import { effectLabel, matchLabel, usedLabel } from './fault-labels.ts';

function Actions( { id, name, isOn }: FaultRule ) {
	const button = { variant: 'link', about: name } as const;
	const params = { path: { fault: id } };
	return (
		<>
			<HostButton
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
			</HostButton>
			{ ! isOn && (
				<HostButton
					{ ...button }
					change={ ( client ) =>
						client.DELETE( '/_local/faults/{fault}', { params } )
					}
					done={ __( 'Rule deleted.', 'headless-deploy' ) }
				>
					{ __( 'Delete', 'headless-deploy' ) }
				</HostButton>
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

function TurnAllOff() {
	return (
		<HostButton
			change={ ( client ) =>
				client.PATCH( '/_local/faults', { body: { isOn: false } } )
			}
			done={ __(
				'All rules turned off. The platform responds normally.',
				'headless-deploy'
			) }
		>
			{ __( 'Turn all off', 'headless-deploy' ) }
		</HostButton>
	);
}

/** The rules that make the platform respond wrongly on purpose. */
export function Faults() {
	const mayChange = useMayWritePlatform();
	const query = useHostGet( '/_local/faults', [ 'faults' ] );
	const hasRuleOn = query.data?.rules.some( ( { isOn } ) => isOn ) ?? false;
	return (
		<Page
			title={ __( 'Faults', 'headless-deploy' ) }
			buttons={ mayChange && hasRuleOn && <TurnAllOff /> }
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
			{ mayChange ? <FaultForm /> : <ReadOnly /> }
		</Page>
	);
}
