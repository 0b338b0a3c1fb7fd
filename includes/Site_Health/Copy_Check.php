<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Site_Health;

use HeadlessDeploy\Environments\Pause_Reason;
use HeadlessDeploy\Environments\Pause_Text;
use HeadlessDeploy\Environments\Send_Permission;

/**
 * Tests whether this site is a copy of the connected site, or runs are disabled.
 */
final class Copy_Check implements Check {
	public function __construct( private readonly Health_Facts $facts ) {}

	public function run(): Result {
		$disabled = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Disabled === $permission->pause?->reason );
		if ( array() !== $disabled ) {
			$text = new Pause_Text( Pause_Reason::Disabled );
			return ( new Result( Result::RECOMMENDED, __( 'Runs are disabled on this site', 'headless-deploy' ) ) )
				->add_text( $text->message(), $text->remedy() );
		}
		$is_confirmed = static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->environment->paused?->reason;
		$open         = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason && ! $is_confirmed( $permission ) );
		if ( array() !== $open ) {
			return $this->unconfirmed_copy( $open );
		}
		$copies = $this->labels( static fn( Send_Permission $permission ): bool => Pause_Reason::Copy === $permission->pause?->reason );
		if ( array() !== $copies ) {
			return ( new Result( Result::GOOD, __( 'This site is a copy and does not deploy changes', 'headless-deploy' ) ) )
				->add_text( ( new Pause_Text( Pause_Reason::Copy, true ) )->message() )
				->add_list( $copies )
				->add_link( __( 'View connections', 'headless-deploy' ), 'connections' );
		}
		return ( new Result( Result::GOOD, __( 'This site can deploy changes', 'headless-deploy' ) ) )
			->add_text( __( 'The site address is the one at which the environments were connected. A copy at another address does not deploy changes.', 'headless-deploy' ) );
	}

	/**
	 * @param list<string> $labels
	 */
	private function unconfirmed_copy( array $labels ): Result {
		$text = new Pause_Text( Pause_Reason::Copy );
		return ( new Result( Result::CRITICAL, __( 'The site address has changed', 'headless-deploy' ) ) )
			->add_text( $text->message() )
			->add_list( $labels )
			->add_text( $text->remedy() )
			->add_link( __( 'Confirm whether this site is a copy', 'headless-deploy' ), 'connections' );
	}

	/**
	 * @param  callable( Send_Permission ): bool $matches
	 * @return list<string>
	 */
	private function labels( callable $matches ): array {
		return array_values( array_map( static fn( Send_Permission $permission ): string => $permission->environment->label, array_filter( $this->facts->permissions(), $matches ) ) );
	}
}
