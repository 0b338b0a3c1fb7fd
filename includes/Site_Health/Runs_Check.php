<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Action;
use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Send_Permission;
use HeadlessDeploy\Errors;
use HeadlessDeploy\Http\Response;
use HeadlessDeploy\Queue\Run_Status;

/**
 * Looks for runs that failed, that are tried again and again, and for environments that are paused.
 */
final class Runs_Check implements Check {
	/**
	 * On average over a day; more is a sign of a plugin that writes all the time.
	 */
	private const MAX_RUNS_PER_HOUR = 6;

	public function __construct( private readonly Health_Facts $facts ) {}

	public function id(): string {
		return 'headless_deploy_last_runs';
	}

	public function label(): string {
		return __( 'Last deployments', 'headless-deploy' );
	}

	public function run(): Result {
		$found  = array_merge( $this->paused(), $this->retrying(), $this->ended(), $this->frequent() );
		$status = Result::most_severe( array_column( $found, 0 ) );
		$result = match ( $status ) {
			Result::CRITICAL    => new Result( $status, __( 'Deployments fail', 'headless-deploy' ) ),
			Result::RECOMMENDED => new Result( $status, __( 'Deployments need a look', 'headless-deploy' ) ),
			default             => ( new Result( $status, __( 'The last deployments went well', 'headless-deploy' ) ) )->add_text( $this->summary() ),
		};
		$result->add_list( array_column( $found, 1 ) );
		return array() === $found ? $result : $result->add_link( __( 'See the activity log', 'headless-deploy' ), 'activity' )->add_link( __( 'See the connections', 'headless-deploy' ), 'connections' );
	}

	/**
	 * Returns a verdict and its words for each environment that is built all the time: usually by a value that a plugin
	 * writes and no visitor sees.
	 *
	 * @return list<array{string, string}>
	 */
	private function frequent(): array {
		$permissions = $this->facts->permissions();
		$found       = array();
		foreach ( $this->facts->automatic_runs() as $id => $runs ) {
			if ( isset( $permissions[ $id ] ) && $runs > self::MAX_RUNS_PER_HOUR * 24 ) {
				/* translators: 1: label of an environment. 2: number of runs. 3: number of runs an hour. */
				$found[] = array( Result::RECOMMENDED, sprintf( __( '%1$s: %2$d automatic runs in the last 24 hours, more than %3$d an hour on average. The activity log names what changed; ignore a meta key that is no content, or choose a longer quiet period under Automation.', 'headless-deploy' ), $permissions[ $id ]->environment->label, $runs, self::MAX_RUNS_PER_HOUR ) );
			}
		}
		return $found;
	}

	private function summary(): string {
		$ended = $this->facts->ended();
		return array() === $ended
			? __( 'Nothing has been sent yet.', 'headless-deploy' )
			/* translators: %s: for example 5 minutes ago. */
			: sprintf( __( 'The last run was made %s.', 'headless-deploy' ), $this->facts->ago( (int) $ended[0]->created_at ) );
	}

	/**
	 * Returns a verdict and its words for each environment that is paused. A copy and a lost key have tests of their own.
	 *
	 * @return list<array{string, string}>
	 */
	private function paused(): array {
		$found = array();
		foreach ( $this->facts->permissions() as $permission ) {
			$label   = $permission->environment->label;
			$found[] = match ( $permission->pause?->reason ) {
				/* translators: %s: label of an environment. */
				Pause_Reason::Token => array( Result::CRITICAL, sprintf( __( '%s is paused, because the host no longer accepts its webhook URL; it was probably regenerated. Copy a new webhook URL from the hosting portal and paste it under Connections. Changes are kept.', 'headless-deploy' ), $label ) ),
				/* translators: %s: label of an environment. */
				Pause_Reason::Constant => array( Result::CRITICAL, sprintf( __( '%s cannot be used as HEADLESS_DEPLOY_ENVIRONMENTS in wp-config.php describes it: a webhook URL is missing there or wrong. Mend its entry. Changes are kept.', 'headless-deploy' ), $label ) ),
				/* translators: %s: label of an environment. */
				Pause_Reason::Person => array( Result::RECOMMENDED, sprintf( __( '%s is paused by a person: changes are counted and not sent. Resume it under Connections when the reason is gone.', 'headless-deploy' ), $label ) ),
				/* translators: %s: label of an environment. */
				Pause_Reason::Unknown => array( Result::CRITICAL, sprintf( __( '%s was paused by a newer version of Headless Deploy than the one on this server. Update the plugin here to resume it. Changes are kept.', 'headless-deploy' ), $label ) ),
				default               => null,
			};
		}
		return array_values( array_filter( $found ) );
	}

	/**
	 * @return list<array{string, string}>
	 */
	private function retrying(): array {
		$permissions = $this->facts->permissions();
		$found       = array();
		foreach ( $this->facts->lanes() as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			if ( null === $permission || true !== $lane->unfinished?->retrying || $permission->is_paused() ) {
				continue;
			}
			$attempts = $lane->unfinished->attempts;
			$code     = $attempts->last_error();
			$found[]  = array(
				Result::RECOMMENDED,
				sprintf(
					/* translators: 1: label of an environment. 2: name of an action. 3: number of attempts. 4: what went wrong. */
					_n( '%1$s: %2$s is tried again by itself after %3$d attempt. %4$s', '%1$s: %2$s is tried again by itself after %3$d attempts. %4$s', $attempts->count(), 'headless-deploy' ),
					$permission->environment->label,
					$lane->unfinished->action->label(),
					$attempts->count(),
					'' === $code ? '' : Errors::message( $code ),
				),
			);
		}
		return $found;
	}

	/**
	 * Returns a verdict and its words for each lane whose last run did not end well.
	 *
	 * @return list<array{string, string}>
	 */
	private function ended(): array {
		$permissions = $this->facts->permissions();
		$found       = array();
		foreach ( $this->facts->ended() as $row ) {
			$permission  = $permissions[ (string) $row->environment_id ] ?? null;
			$has_problem = Run_Status::Failed->value === $row->status || ( Run_Status::Accepted->value === $row->status && Response::WARNING === $row->error_code );
			if ( $permission instanceof Send_Permission && $has_problem ) {
				$action  = Action::tryFrom( (string) $row->action ) ?? Action::Rebuild;
				$found[] = array(
					Run_Status::Failed->value === $row->status ? Result::CRITICAL : Result::RECOMMENDED,
					/* translators: 1: label of an environment. 2: name of an action. 3: for example 5 minutes ago. 4: what went wrong and what to do. */
					sprintf( __( '%1$s: %2$s, %3$s: %4$s', 'headless-deploy' ), $permission->environment->label, $action->label(), $this->facts->ago( (int) $row->created_at ), Errors::message( (string) $row->error_code, array( 'status' => (string) $row->http_status ) ) ),
				);
			}
		}
		return $found;
	}
}
