"""Under Falling Skies: five dice a round power a base, and every die pulls the enemy down."""
