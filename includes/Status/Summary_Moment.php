<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Timed_Text;

/**
 * What is shown of an environment from a time on, and what follows.
 */
final class Summary_Moment {
	public readonly Timed_Text $headline;
	public readonly Timed_Text $detail;

	/**
	 * @param int $from Milliseconds since 1970; 0 for what is shown first.
	 */
	public function __construct(
		public readonly string $symbol,
		Timed_Text|string $headline,
		Timed_Text|string $detail = '',
		public readonly int $from = 0,
		public readonly ?self $next = null,
	) {
		$this->headline = is_string( $headline ) ? Timed_Text::plain( $headline ) : $headline;
		$this->detail   = is_string( $detail ) ? Timed_Text::plain( $detail ) : $detail;
	}

	/**
	 * Returns the same with a headline that says that changes are held.
	 */
	public function held(): self {
		/* translators: %s: the status of an environment, for example “Up to date”. */
		$headline = $this->headline->within( __( 'Held · %s', 'headless-deploy' ) );
		return new self( $this->symbol, $headline, $this->detail, $this->from, $this->next?->held() );
	}

	/**
	 * Returns what is shown at a time.
	 */
	public function at( int $now ): self {
		return null !== $this->next && $this->next->from <= $now ? $this->next->at( $now ) : $this;
	}

	/**
	 * @return array<string, mixed>
	 */
	public function to_array(): array {
		$next = $this->next;
		return $this->shown_to_array() + array(
			'next' => null === $next ? null : array( 'from' => Iso_Time::of( $next->from ) ) + $next->shown_to_array(),
		);
	}

	/**
	 * @return array<string, mixed>
	 */
	private function shown_to_array(): array {
		return array(
			'symbol'   => $this->symbol,
			'headline' => $this->headline->to_array(),
			'detail'   => $this->detail->to_array(),
		);
	}
}
