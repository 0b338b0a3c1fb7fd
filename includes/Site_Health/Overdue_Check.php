<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Queue\Due_Time;

/**
 * Tests for overdue runs.
 */
final class Overdue_Check implements Check {
	public function __construct( private readonly Health_Facts $facts ) {}

	public function run(): Result {
		$overdue = $this->overdue();
		if ( array() === $overdue ) {
			return ( new Result( Result::GOOD, __( 'No run is overdue', 'headless-deploy' ) ) )->add_text( __( 'All due runs were sent.', 'headless-deploy' ) );
		}
		return ( new Result( Result::CRITICAL, __( 'Runs are overdue', 'headless-deploy' ) ) )
			->add_text( __( 'These runs are due but were not sent. The front end shows outdated content.', 'headless-deploy' ) )
			->add_list( $overdue )
			->add_text( __( 'Open the Overview page to send them. If this happens again, WP-Cron is not running: see the test “Background tasks” on the Site Health page.', 'headless-deploy' ) )
			->add_link( __( 'Send them now', 'headless-deploy' ), 'overview' );
	}

	/**
	 * @return list<string>
	 */
	private function overdue(): array {
		$now         = $this->facts->now();
		$permissions = $this->facts->permissions();
		$lines       = array();
		foreach ( $this->facts->lanes() as $lane ) {
			$permission = $permissions[ $lane->key->environment_id ] ?? null;
			$due        = Due_Time::overdue_since( array( $lane ), $permissions, $now );
			if ( null !== $permission && null !== $due ) {
				$action = null === $lane->unfinished ? $lane->action : $lane->unfinished->action->stronger( $lane->action );
				/* translators: 1: label of an environment. 2: name of an action. 3: for example 20 minutes ago. */
				$lines[] = sprintf( __( '%1$s: %2$s was due %3$s.', 'headless-deploy' ), $permission->environment->label, $action->label(), $this->facts->ago( $due ) );
			}
		}
		return $lines;
	}
}
