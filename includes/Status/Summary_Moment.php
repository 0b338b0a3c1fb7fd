<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Status;

use HeadlessDeploy\Iso_Time;
use HeadlessDeploy\Timed_Text;

/**
 * What is shown of an environment from a time on, and what follows.
 *
 * @phpstan-import-type Summary from Environment_Summary
 * @phpstan-import-type Text from Timed_Text
 */
final class Summary_Moment {
	private readonly Timed_Text $headline;
	private readonly Timed_Text $detail;

	/**
	 * @param int $from Milliseconds since 1970; 0 for what is shown first.
	 */
	public function __construct(
		private readonly string $symbol,
		Timed_Text|string $headline,
		Timed_Text|string $detail = '',
		private readonly int $from = 0,
		private readonly ?self $next = null,
	) {
		$this->headline = is_string( $headline ) ? Timed_Text::plain( $headline ) : $headline;
		$this->detail   = is_string( $detail ) ? Timed_Text::plain( $detail ) : $detail;
	}

	/**
	 * Returns the same with a headline that says that changes are held.
	 */
	public function held(): self {
		return new self( $this->symbol, $this->headline->within( /* translators: %s: the status of an environment, for example “Up to date”. */ __( 'Held · %s', 'headless-deploy' ) ), $this->detail, $this->from, $this->next?->held() );
	}

	/**
	 * @return Summary
	 */
	public function summary( int $now ): array {
		$next = $this->next;
		if ( null !== $next && $next->from <= $now ) {
			return $next->summary( $now );
		}
		return $this->to_array() + array( 'next' => null === $next ? null : array( 'from' => Iso_Time::of( $next->from ) ) + $next->to_array() );
	}

	/**
	 * @return array{symbol: string, headline: Text, detail: Text}
	 */
	private function to_array(): array {
		return array(
			'symbol'   => $this->symbol,
			'headline' => $this->headline->to_array(),
			'detail'   => $this->detail->to_array(),
		);
	}
}
