<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Environments;

/**
 * Why automatic runs of an environment wait, in the values of the stored records and of the wire.
 */
enum Pause_Reason: string {
	case Copy     = 'copy';
	case Token    = 'token';
	case Person   = 'person';
	case Disabled = 'disabled';
	case Key      = 'key';
	case Constant = 'constant';
	case No_Curl  = 'no_curl';
	/** Stored by a newer version of the plugin. This version neither sets nor lifts it. */
	case Unknown = 'unknown';

	/**
	 * Reads a stored reason. Copy, Token and Person are stored; the others are found out each time.
	 */
	public static function from_stored( string $reason ): self {
		$found = self::tryFrom( $reason );
		return in_array( $found, array( self::Copy, self::Token, self::Person ), true ) ? $found : self::Unknown;
	}

	public function blocks_manual_runs(): bool {
		return match ( $this ) {
			self::Copy, self::Disabled, self::Constant, self::No_Curl => true,
			self::Token, self::Person, self::Key, self::Unknown => false,
		};
	}

	/**
	 * Tells whether a stored pause with this reason stays when another reason is to be stored: a confirmed copy is
	 * stronger than a user, who is stronger than a rejected token.
	 */
	public function outranks( self $other ): bool {
		return $this->rank() > $other->rank();
	}

	private function rank(): int {
		return match ( $this ) {
			self::Token  => 0,
			self::Person => 1,
			self::Copy   => 2,
			default      => 3,
		};
	}
}
